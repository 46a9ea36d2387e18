import AditState
import Testing

@testable import Adit

/// GIVEN work under way WHEN it is asked for THEN it is listed with its times, until it is cancelled by its id.
@Suite struct PendingWorkTests {
    private func lab(_ storage: (any StateStorage)? = nil) -> Lab {
        Lab(storage: storage) { bench in
            let timers = bench.core.timers
            return { text in
                let words = text.split(separator: " ").map(String.init)
                switch words[0] {
                case "wake": try timers.wake(after: .seconds(5), id: words[1], .says("woke \(words[1])"))
                case "sleep":
                    bench.effects.run(id: words[1]) {
                        @Dependency(\.clock) var clock
                        try await clock.sleep(for: .seconds(7))
                        bench.say("slept")
                    }
                case "ask": bench.effects.run(id: words[1]) { bench.say(try await bench.host(words[1])) }
                default: bench.store.change(.add(text))
                }
            }
        }
    }

    @Test func itIsListed() {
        let lab = lab()
        lab.send("wake a", "sleep b", "ask c")
        let work = lab.core.loop.pendingWork
        #expect(work.effects.map(\.id) == ["b", "c"])
        #expect(
            work.requests.map(\.effect.description) == ["e1-1"] && work.requests[0].attempt == 1
                && !work.requests[0].durable)
        #expect(work.timers.map(\.timer?.description) == ["t1-1", nil] && work.timers.map(\.id) == ["a", nil])
        let dates = [5, 7].map { Timestamp.virtualStart.advanced(by: .seconds($0)) }
        #expect(work.timers.map(\.due) == dates)
    }

    @Test func itIsCancelledByItsId() {
        let lab = lab()
        lab.send("wake a", "sleep b", "ask c")
        _ = lab.heard()
        for id in ["t1-1", "1", "e1-1"] {
            #expect(lab.cancel(id))
            #expect(!lab.cancel(id))
        }
        lab.advance(60_000)
        // The effect whose request is cancelled ends by that, as if it were cancelled itself.
        #expect(lab.heard().filter { $0.hasPrefix(">") } == [])
        let work = lab.core.loop.pendingWork
        #expect(work.effects.isEmpty && work.requests.isEmpty && work.timers.isEmpty)
    }

    @Test(arguments: ["+1", "01", "-1", "0", " 1", "1 ", "2", "t01-1", "t1-01", "e1-01"])
    func anotherSpellingOfAnIdCancelsNothing(_ id: String) {
        let lab = lab()
        lab.send("wake a", "ask b")
        #expect(!lab.cancel(id))
        let work = lab.core.loop.pendingWork
        #expect(work.effects.count == 1 && work.requests.count == 1 && work.timers.count == 1)
    }

    @Test func aCancelledTimerDoesNotComeBackWithTheStore() {
        let storage = MemoryStorage()
        do {
            let lab = lab(storage)
            lab.send("wake a", "wake b")
            lab.endBatch()
            #expect(lab.cancel("t1-1"))
            lab.endBatch()
        }
        let lab = lab(storage)
        lab.send("begin")
        #expect(lab.core.loop.pendingWork.timers.map(\.id) == ["b"])
    }
}

extension Lab {
    fileprivate func cancel(_ id: String) -> Bool {
        core.loop.environment.enter()
        defer { core.loop.environment.leave() }
        let isThere = core.loop.cancel(id, self)
        while core.loop.hasReadyEffects { core.loop.runReadyEffect(self) }
        return isThere
    }
}
