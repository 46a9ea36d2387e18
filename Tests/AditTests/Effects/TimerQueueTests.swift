import Testing
import TestSupport

@testable import Adit

@Suite struct TimerQueueTests {
    @Test func itIsTheSameAsAListThatIsSortedEachTime() {
        // GIVEN a queue beside a plain list
        var generator = SeededGenerator(seed: 3)
        let queue = TimerQueue()
        let listener = FirstFailure()
        var fired: [Int] = []
        var expected: [(due: Int, number: Int)] = []
        var timers: [Int: TimerQueue.Timer] = [:]
        var now = 0
        for number in 0..<20_000 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<5:
                let due = now + Int.random(in: 0..<500, using: &generator)
                timers[number] = queue.add(due: due) { _ in fired.append(number) }
                expected.append((due, number))
            case 5..<8:
                guard let (number, timer) = timers.randomElement(using: &generator) else { continue }
                queue.remove(timer)
                queue.remove(timer)
                timers[number] = nil
                expected.removeAll { $0.number == number }
            default:
                now += Int.random(in: 0..<50, using: &generator)
                // WHEN
                fired = []
                while let timer = queue.removeDue(by: now) { timer.fire(listener) }
                // THEN
                let due = expected.filter { $0.due <= now }.sorted { $0 < $1 }.map(\.number)
                #expect(fired == due)
                expected.removeAll { $0.due <= now }
                for number in due { timers[number] = nil }
            }
            #expect(queue.count == expected.count)
            #expect(queue.nextDue == expected.map(\.due).min() ?? .max)
        }
    }
}
