import Adit
import AditTesting
import Testing

/// Virtual time, and what is in flight.
@Suite struct EffectTests {
    /// A feature that answers after three seconds, under the id "answer", or by the clock each second.
    private var slow: ModuleTest<NoState, Note, Note> {
        GIVEN(featureOf: Note.self, state: NoState()) { core in
            let effects = core.makeEffects()
            return { note in
                switch note {
                case .says("tick"): effects.every(.seconds(1), id: "clock") { core.output(.heard("tick")) }
                case .says("stop"): effects.cancelAll()
                case .says("fail"): effects.run { throw NoteError(reason: "broken") }
                case .says(let text): effects.after(.seconds(3), id: "answer") { core.output(.heard(text)) }
                case .heard: break
                }
            }
        }
    }

    @Test func timeIsVirtual() {
        slow.WHEN(.says("a"))
            .advance(by: .milliseconds(2_999))
            .advance(by: .milliseconds(1))
            .THEN(.heard("a"))
            .runTests()
    }

    @Test func timeThatPassesIsAWhen() {
        let line = #line
        var log: TestLog?
        let found = failures { log = slow.WHEN(.says("a")).advance(by: .seconds(3)).runTests() }
        #expect(
            found == [
                #"\#(line + 2): the output heard("a") was not expected: say .THEN(…) after this line, or .relaxed "#
                    + "after GIVEN"
            ])
        #expect(log?.entries.last?.word == "WHEN")
        #expect(log?.entries.last?.text == "3.0 seconds pass")
    }

    @Test func anEffectThatIsInFlightAtTheEndIsNamedWhereItHasBegun() {
        let line = #line
        let found = failures {
            slow
                .WHEN(.says("stop"))
                .WHEN(.says("a"))
                .advance(by: .seconds(1))
                .runTests()
        }
        #expect(
            found == [
                """
                \(line + 4): in flight at the end of the story:
                    the effect "answer", since WHEN: says("a")
                    a timer that is due in 2.0 seconds
                Let it end, by .advance(by:), an answer or a cancellation; or say .THEN(inFlight: 1) last, or .relaxed after \
                GIVEN
                """
            ])
    }

    @Test func whatIsInFlightIsSpokenOf() {
        slow.WHEN(.says("a")).THEN(inFlight: 1).runTests()
        slow.relaxed.WHEN(.says("a")).runTests()
        slow.WHEN(.says("a")).WHEN(.says("stop")).THEN(inFlight: 0).runTests()
        let log = slow.WHEN(.says("tick")).advance(by: .seconds(2)).THEN(.heard("tick"), .heard("tick")).THEN(
            inFlight: 1
        )
        .runTests()
        #expect(log.entries.last?.text == "1 effect is in flight")
    }

    @Test func anEffectThatSleepsOutsideOfTheCoreIsToldAndInFlight() {
        let line = #line
        let found = failures {
            GIVEN(featureOf: Note.self, state: NoState()) { core in
                let effects = core.makeEffects()
                return { _ in effects.run(id: "nap") { try await Task.sleep(for: .seconds(3600)) } }
            }
            .WHEN(.says("a"))
            .advance(by: .seconds(3600))
            .runTests()
        }
        #expect(
            found == [
                """
                0: the app "feature": an effect sleeps by Task.sleep, which does not follow the core's clock: a test waits for it \
                in real time, and a replay does not wait for it. Use try await clock.sleep(for: …) with @Dependency(\\.clock), or \
                effects.after(…)
                """,
                """
                \(line + 6): in flight at the end of the story:
                    the effect "nap", since WHEN: says("a")
                Let it end, by .advance(by:), an answer or a cancellation; or say .THEN(inFlight: 1) last, or .relaxed after \
                GIVEN
                No timer and no answer is due. If it waits for Task.sleep or a Task { }: these run outside of the core. Wait \
                by @Dependency(\\.clock), a gateway or a task group
                """,
            ])
    }

    @Test func aStrayTaskFailsTheStory() {
        let found = TestFailures.collect {
            GIVEN(featureOf: Note.self, state: NoState()) { _ in { _ in Task {} } }
                .WHEN(.says("a"))
                .runTests()
        }
        #expect(
            found.map(\.text) == [
                """
                the app "feature": a Task { } was started outside of the core: it runs on another thread, where the state \
                must not be touched, and a test or a replay does not wait for it. Start an effect, effects.run { … }; inside \
                of an effect, use async let or a task group
                """
            ])
    }

    @Test func anotherNumberOfEffectsIsToldWithTheirNames() {
        let line = #line
        let found = failures {
            slow.WHEN(.says("a")).WHEN(.says("tick")).THEN(inFlight: 1).runTests()
            slow.THEN(inFlight: 1).runTests()
        }
        #expect(
            found == [
                #"\#(line + 2): another number of effects is in flight: 2: the effect "answer", the effect "clock""#,
                "\(line + 3): another number of effects is in flight: none",
            ])
    }

    @Test func whatAnEffectThrowsIsSpokenOf() {
        slow.WHEN(.says("fail")).THEN(throws: NoteError(reason: "broken")).runTests()
        let line = #line
        let found = failures { slow.WHEN(.says("fail")).runTests() }
        #expect(
            found == [
                #"\#(line + 1): an effect threw an error, NoteError(reason: "broken"), which no THEN(throws:) expects"#
            ])
    }

    @Test func aTimerThatIsSetIsNamedAlsoWithoutAnEffect() {
        // GIVEN a feature that answers once in ten seconds
        let throttled = GIVEN(featureOf: Note.self, state: NoState()) { core in
            let effects = core.makeEffects()
            return { note in
                guard case .says(let text) = note else { return }
                effects.throttle(id: "answer", every: .seconds(10)) { core.output(.heard(text)) }
            }
        }
        .WHEN(.says("a")).THEN(.heard("a"))
        // WHEN
        let line = #line + 1
        let found = failures { throttled.WHEN(.says("b")).advance(by: .seconds(4)).runTests() }
        // THEN
        #expect(found.count == 1)
        #expect(
            found[0].hasPrefix("\(line): in flight at the end of the story:\n    a timer that is due in 6.0 seconds\n"))
        // AND that may be so
        throttled.THEN(inFlight: 0).runTests()
        throttled.advance(by: .seconds(10)).runTests()
    }

    @Test func aUseCaseHasEffectsToo() {
        // GIVEN
        struct Boiler: UseCase {
            enum Request { case boil }
            enum Response: Equatable { case boils }
            let effects: Effects
            let respond: (Response) -> Void
            func request(_: Request) { effects.after(.seconds(180)) { respond(.boils) } }
        }
        GIVEN(Boiler.self, state: NoState()) { core, respond in Boiler(effects: core.makeEffects(), respond: respond) }
            .WHEN(.boil)
            .advance(by: .seconds(180))
            .THEN(.boils)
            .runTests()
    }

    @Test func anEffectThatIgnoresItsCancellationIsTold() {
        // GIVEN something that waits for what never comes
        let line = #line
        let found = failures {
            GIVEN(featureOf: Note.self, state: NoState()) { core in
                let effects = core.makeEffects()
                return { _ in effects.run { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } } }
            }
            .relaxed
            .WHEN(.says("a"))
            .runTests()
        }
        #expect(found.first == "\(line + 7): an effect that was cancelled at the end of the story has not ended")
    }

    @Test func aSourceIsInFlightAsLongAsTheStateAsksForIt() {
        let app = App("watch", state: Notes()) { (core: CoreBuilder<Notes, Note>) in
            core.sources = { notes in
                notes.lines.isEmpty ? [] : [.every(.seconds(1), id: "watch") { core.output(.heard("beat")) }]
            }
            return [
                Feature { note in
                    if case .says(let text) = note { core.store.change(.add(text)) }
                }
            ]
        }
        GIVEN(app).advance(by: .seconds(5)).WHEN(.says("go")).advance(by: .seconds(1)).THEN(.heard("beat"))
            .THEN(inFlight: 1).runTests()
    }
}
