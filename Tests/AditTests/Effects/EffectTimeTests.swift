import Adit
import Testing

@Suite struct EffectTimeTests {
    @Test func timersFireInTheOrderInWhichTheyAreDue() {
        // GIVEN
        let lab = Lab { bench in
            { text in
                guard let milliseconds = Int(text) else { return }
                bench.effects.after(.milliseconds(milliseconds)) { bench.say("after \(text)") }
            }
        }
        lab.send("30", "10", "20", "10")
        // WHEN THEN
        lab.advance(9)
        #expect(lab.heard() == [])
        lab.advance(1)
        #expect(lab.heard() == ["> after 10", "> after 10"])
        lab.advance(1_000)
        #expect(lab.heard() == ["> after 20", "> after 30"])
    }

    @Test func whatATimerStartsIsDueInTheSameAdvance() {
        // GIVEN
        let lab = Lab { bench in
            @Dependency(\.clock) var clock
            return { text in
                guard text == "go" else { return }
                bench.effects.run {
                    for number in 1...3 {
                        try await clock.sleep(for: .seconds(1))
                        bench.say("\(number) at \(clock.now.offset)")
                    }
                }
            }
        }
        lab.send("go")
        // WHEN
        lab.advance(10_000)
        // THEN each woke when it was due
        #expect(lab.heard() == ["> 1 at 1.0 seconds", "> 2 at 2.0 seconds", "> 3 at 3.0 seconds"])
    }

    @Test func aVirtualDateFollowsTheClock() {
        // GIVEN
        let lab = Lab { bench in
            @Dependency(\.date) var date
            return { text in
                if text == "go" { bench.effects.every(.seconds(86_400), id: "day") { bench.say("\(date())") } }
            }
        }
        lab.send("go")
        // WHEN a few days pass
        lab.advance(3 * 86_400_000)
        // THEN
        #expect(
            lab.heard() == ["> 2000-01-02T00:00:00Z", "> 2000-01-03T00:00:00Z", "> 2000-01-04T00:00:00Z"])
    }

    @Test func debouncedWorkRunsOnceItIsQuiet() {
        // GIVEN
        let lab = Lab { bench in
            { text in
                if text.hasPrefix("type") {
                    bench.effects.debounce(id: "search", for: .milliseconds(300)) { bench.say("search \(text)") }
                }
            }
        }
        // WHEN
        lab.send("type a")
        lab.advance(200)
        lab.send("type b")
        lab.advance(299)
        #expect(lab.heard() == [])
        lab.advance(1)
        // THEN
        #expect(lab.heard() == ["> search type b"])
        lab.advance(10_000)
        #expect(lab.heard() == [])
    }

    @Test(arguments: [false, true])
    func throttledWorkRunsOnceInAnInterval(latest: Bool) {
        // GIVEN
        let lab = Lab { bench in
            { text in
                guard text.hasPrefix("go") else { return }
                bench.effects.throttle(id: 1, every: .seconds(1), latest: latest) { bench.say("ran \(text)") }
            }
        }
        // WHEN
        lab.send("go 1", "go 2", "go 3", id: 9)
        // THEN
        #expect(lab.heard() == ["> ran go 1 #9"])
        lab.advance(1_000)
        #expect(lab.heard() == (latest ? ["> ran go 3 #9"] : []))
        lab.send("go 4")
        #expect(lab.heard() == (latest ? [] : ["> ran go 4"]))
        lab.advance(1_000)
        #expect(lab.heard() == (latest ? ["> ran go 4"] : []))
        lab.advance(10_000)
        lab.send("go 5")
        #expect(lab.heard() == ["> ran go 5"])
    }

    @Test func repeatedWorkLeavesOutWhatWasMissed() {
        // GIVEN work that takes longer than its interval
        let lab = Lab { bench in
            @Dependency(\.clock) var clock
            return { text in
                guard text == "go" else { return }
                bench.effects.every(.seconds(1), id: 1) {
                    bench.say("\(clock.now.offset)")
                    try await clock.sleep(for: .milliseconds(2_500))
                }
            }
        }
        // WHEN
        lab.send("go")
        lab.advance(8_000)
        // THEN
        #expect(lab.heard() == ["> 1.0 seconds", "> 4.0 seconds", "> 7.0 seconds"])
    }

    @Test func aCancelledTimerIsGone() {
        // GIVEN
        let lab = Lab { bench in
            { text in
                if text == "go" { bench.effects.after(.seconds(1), id: 1) { bench.say("never") } }
                if text == "stop" { bench.effects.cancel(id: 1) }
            }
        }
        // WHEN
        for _ in 1...100 { lab.send("go") }
        #expect(lab.core.loop.effects.timers.count == 100)
        lab.send("stop")
        // THEN
        #expect(lab.core.loop.effects.timers.count == 0)
        lab.advance(2_000)
        #expect(lab.heard() == [])
    }

    @Test func aTimerFarAwayOverflowsNothing() {
        // GIVEN
        let lab = Lab { bench in
            { text in if text == "go" { bench.effects.after(.seconds(Int64.max)) { bench.say("never") } } }
        }
        // WHEN
        lab.send("go")
        lab.advance(1_000_000_000)
        // THEN
        #expect(lab.heard() == [])
        #expect(lab.inFlight == 1)
    }

    @Test func whatIsDueAlreadyNeedsNoTimer() {
        // GIVEN a clock that stands still
        let lab = Lab { bench in
            @Dependency(\.clock) var clock
            return { text in
                if text == "go" {
                    bench.effects.after(.zero) {
                        try await clock.sleep(until: CoreClock.Instant(offset: .seconds(-1)))
                        bench.say("slept")
                    }
                    bench.effects.throttle(id: 1, every: .zero) { bench.say("ran") }
                }
            }
        }
        // WHEN
        lab.send("go", "go")
        // THEN
        #expect(lab.heard() == ["> slept", "> ran", "> slept", "> ran"])
    }

    @Test func aClockStaysAtTheEndOfItsNumbers() throws {
        // GIVEN something that is done every year
        let effects = EffectRunner(clock: .virtual)
        var years = 0
        let begin = createAppCore(
            store: StateStore(Words()), receivers: [],
            features: [
                { (_: Word) in effects.makeEffects().every(.seconds(31_536_000), id: "year") { years += 1 } }
            ], effects: effects)
        try begin(.says("go"))
        // WHEN it is moved on for ever, twice
        try effects.advance(by: .seconds(Int64.max))
        try effects.advance(by: .seconds(Int64.max))
        // THEN 2^62 nanoseconds have passed
        #expect(years == 146)
    }

    @Test func whatAThrottleKeepsIsCancelledWithItsScope() {
        // GIVEN work that waits for the end of an interval, while nothing is in flight
        let lab = Lab { bench in
            { text in
                if text == "stop" { return bench.effects.cancelAll() }
                guard text.hasPrefix("go") else { return }
                bench.effects.throttle(id: 1, every: .seconds(1), latest: true) { bench.say("ran \(text)") }
            }
        }
        lab.send("go 1", "go 2")
        #expect(lab.heard() == ["> ran go 1"])
        // WHEN
        lab.send("stop")
        lab.advance(2_000)
        // THEN
        #expect(lab.heard() == [])
        #expect(lab.core.loop.effects.timers.count == 0)
    }
}
