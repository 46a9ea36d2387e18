import AditJSON
import AditState
import Synchronization
import TestSupport
import Testing

struct SystemRandomTests {
    @Test func `draws differ`() {
        let random = SystemRandom()
        let numbers = (0..<10_000).map { _ in random.next() }
        #expect(Set(numbers).count == numbers.count)
    }

    @Test func `every bit is drawn`() {
        let random = SystemRandom()
        var (ones, zeros): (UInt64, UInt64) = (0, 0)
        for _ in 0..<1000 {
            let number = random.next()
            ones |= number
            zeros |= ~number
        }
        #expect(ones == .max)
        #expect(zeros == .max)
    }

    @Test func `ids differ, and are of version 4`() {
        let ids = (0..<1000).map { _ in UUID() }
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(Array(id.description)[14] == "4") }
    }

    @Test func `threads draw different numbers`() {
        let lock = Lock()
        let condition = Condition()
        let drawn = Drawn()
        for _ in 0..<4 {
            Threads.start {
                let random = SystemRandom()
                let numbers = (0..<1000).map { _ in random.next() }
                lock.withLock { drawn.numbers.append(numbers) }
                condition.wakeAll()
            }
        }
        lock.lock()
        while drawn.numbers.count < 4 { _ = lock.wait(for: condition, until: nil) }
        lock.unlock()
        #expect(Set(drawn.numbers.joined()).count == 4000)
    }
}

private final class Drawn: @unchecked Sendable { var numbers: [[UInt64]] = [] }  // Touched under a lock only.
