import Adit
import Testing

/// GIVEN as many effects in flight as may be WHEN more are asked for THEN those count that would begin, and no others.
struct EffectLimitTests {
    private let refusal = "! an effect is in flight; limits.effects allows no more"

    @Test func `a start that is skipped does not count`() {
        let lab = Lab(limit: 1) { bench in
            { text in
                bench.store.change(.add(text))
                bench.effects.cancel(id: "nothing")
                bench.effects.run(id: "work", whileInFlight: .skip) { bench.say("done") }
                bench.effects.run(id: "work", whileInFlight: .skip) { bench.say("done twice") }
                bench.effects.after(.seconds(1), id: "wait", whileInFlight: .skip) {}
                bench.effects.cancel(id: "wait")
            }
        }
        lab.send("one")
        #expect(lab.heard() == [refusal])
        let skipping = Lab(limit: 1) { bench in
            { text in
                bench.store.change(.add(text))
                bench.effects.cancel(id: "nothing")
                bench.effects.after(.seconds(1), id: "work", whileInFlight: .skip) { bench.say("done") }
                bench.effects.after(.seconds(1), id: "work", whileInFlight: .skip) { bench.say("done twice") }
            }
        }
        skipping.send("one", "two", "three")
        #expect(skipping.heard() == [])
        #expect(skipping.words == ["one", "two", "three"])
        skipping.advance(1000)
        #expect(skipping.heard() == ["> done"])
    }

    @Test func `a start counts whose forerunner was cancelled by the same message`() {
        let lab = Lab(limit: 1) { bench in
            { text in
                bench.store.change(.add(text))
                if text == "two" { bench.effects.cancel(id: "work") }
                if text == "three" { bench.effects.cancelAll() }
                bench.effects.after(.seconds(1), id: "work", whileInFlight: .skip) { bench.say("done") }
            }
        }
        // What is cancelled is in flight until it has ended.
        lab.send("one", "two", "three")
        #expect(lab.heard() == [refusal, refusal])
        #expect(lab.words == ["one"])
    }

    @Test func `throttled work counts, and work that a throttle holds back does not`() {
        let lab = Lab(limit: 1) { bench in
            { text in
                bench.store.change(.add(text))
                if text == "wait" {
                    bench.effects.after(.milliseconds(10)) {}
                } else {
                    bench.effects.throttle(id: text, every: .seconds(1)) { try await bench.sleep() }
                    bench.effects.throttle(id: text, every: .seconds(1)) { bench.say("held back") }
                }
            }
        }
        lab.send("wait", "a")
        #expect(lab.heard() == [refusal])
        #expect(lab.words == ["wait"])
        lab.advance(10)
        lab.send("a", "a")
        #expect(lab.heard() == [])
        #expect(lab.words == ["wait", "a", "a"])
    }

    @Test func `a source for which there was no room begins when there is`() {
        let lab = Lab(limit: 1) { bench in
            bench.core.sources = { state in
                state.words.contains("watch") ? [Source(id: "watch") { bench.say("watching") }] : []
            }
            return { text in
                bench.store.change(.add(text))
                if text == "busy" { bench.effects.after(.seconds(1)) { bench.say("done") } }
            }
        }
        lab.send("busy", "watch")
        #expect(lab.heard() == [refusal])
        lab.send("other")
        #expect(lab.heard().isEmpty || lab.inFlight == 1)
        lab.advance(1000)
        #expect(lab.heard().suffix(2) == ["> done", "> watching"])
        #expect(lab.inFlight == 0)
    }
}

extension Lab.Bench {
    /// Waits for a while on the core's clock.
    fileprivate func sleep() async throws {
        @Dependency(\.clock) var clock
        try await clock.sleep(for: .milliseconds(10))
    }
}
