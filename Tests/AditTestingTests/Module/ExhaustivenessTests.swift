import Adit
import AditTesting
import Testing

private typealias Message = CounterMessage

/// What comes of a message has to be spoken of.
@Suite struct ExhaustivenessTests {
    /// A feature that says everything twice.
    private var echo: ModuleTest<NoState, Note, Note> {
        GIVEN(featureOf: Note.self, state: NoState()) { core in
            { note in
                guard case .says(let text) = note else { return }
                core.output(.heard(text))
                core.output(.heard(text + " again"))
            }
        }
    }

    @Test func aMissedOutputIsNamedAtItsWhen() {
        let line = #line
        let found = failures {
            GIVEN(counterApp())
                .WHEN(.counter(.request(.increment(by: 2))))
                .WHEN(.counter(.request(.increment(by: 3))))
                .THEN(\.value, is: 5)
                .runTests()
        }
        #expect(
            found == [
                "\(line + 3): the output counter.response.wasIncremented(to: 2) was not expected: say .THEN(…) after this "
                    + "line, or .relaxed after GIVEN",
                "\(line + 4): the output counter.response.wasIncremented(to: 5) was not expected: say .THEN(…) after this "
                    + "line, or .relaxed after GIVEN",
            ])
    }

    @Test func severalMissedOutputsAreAList() {
        let line = #line
        let found = failures { echo.WHEN(.says("a")).runTests() }
        #expect(
            found == [
                """
                \(line + 1): 2 outputs were not expected:
                    heard("a")
                    heard("a again")
                Say .THEN(…) after this line, or .relaxed after GIVEN
                """
            ])
    }

    @Test func aWrongOutputIsADifferenceAtItsThen() {
        let line = #line
        let found = failures {
            GIVEN(counterApp())
                .WHEN(.counter(.request(.increment(by: 2))))
                .THEN(.counter(.response(.wasIncremented(to: 3))))
                .runTests()
            echo.WHEN(.says("a")).THEN(.heard("a again"), .heard("a")).runTests()
            echo.WHEN(.says("a")).THEN(.heard("a"), .heard("a again"), .heard("a")).runTests()
            echo.WHEN(.says("a")).THEN(.heard("a"), .heard("a again")).THEN(.heard("a")).runTests()
        }
        #expect(
            found == [
                """
                \(line + 4): the output is another one (- expected, + found):
                  CounterMessage.counter(
                    .response(
                -     .wasIncremented(to: 3)
                +     .wasIncremented(to: 2)
                    )
                  )
                """,
                """
                \(line + 6): the outputs are other ones (- expected, + found):
                  [
                -   [0]: .heard("a again"),
                    [0]: .heard("a"),
                +   [1]: .heard("a again")
                  ]
                """,
                """
                \(line + 7): the outputs are other ones (- expected, + found):
                  [
                    … (2 unchanged)
                -   [2]: .heard("a")
                  ]
                """,
                "\(line + 8): there is no output left; heard(\"a\") was expected",
            ])
    }

    @Test func relaxedIsSilentOnTheRest() {
        // GIVEN two outputs, THEN either is found in a relaxed story
        echo.relaxed.WHEN(.says("a")).runTests()
        echo.relaxed.WHEN(.says("a")).THEN(.heard("a again")).runTests()
        echo.WHEN(.says("a")).THEN(.heard("a")).relaxed.runTests()
        // AND what was not put out is not
        let line = #line
        let found = failures {
            echo.relaxed.WHEN(.says("a")).THEN(.heard("b")).runTests()
            echo.relaxed.WHEN(.says("a")).THEN(.heard("a again")).THEN(.heard("a")).runTests()
        }
        #expect(
            found == [
                #"\#(line + 2): the output heard("b") was expected; found heard("a"), heard("a again")"#,
                #"\#(line + 3): the output heard("a") was expected; found nothing"#,
            ])
    }

    @Test func aFailureHasToBeSpokenOfAlsoInARelaxedStory() {
        let story = GIVEN(featureOf: Note.self, state: Notes()) { _ in { _ in throw NoteError(reason: "never") } }
        let line = #line
        let found = failures {
            story.relaxed.WHEN(.says("a")).runTests()
            story.WHEN(.says("a")).THEN(throws: NoteError(reason: "always")).runTests()
        }
        #expect(
            found == [
                #"\#(line + 2): says("a") threw an error, NoteError(reason: "never"), which no THEN(throws:) expects"#,
                """
                \(line + 3): another error was thrown (- expected, + found):
                - NoteError(reason: "always")
                + NoteError(reason: "never")
                """,
            ])
    }

    @Test func whatTheFeaturesPutOutWhenTheyAreMadeBelongsToGiven() {
        let line = #line
        let found = failures {
            GIVEN(featureOf: Note.self, state: Notes()) { core in
                core.output(.heard("hello"))
                return { _ in }
            }
            .WHEN(.says("a"))
            .runTests()
        }
        #expect(
            found == [
                #"\#(line + 2): the output heard("hello") was not expected: say .THEN(…) after this line, or .relaxed "#
                    + "after GIVEN"
            ])
    }

    @Test func aMessageThatNobodyHandlesIsTold() {
        // GIVEN an app without features
        let app = App<CounterState, Message>("empty", state: CounterState()) { _ in [] }
        let line = #line + 1
        let found = failures { GIVEN(app).WHEN(.counter(.request(.increment(by: 2)))).runTests() }
        #expect(
            found == [
                "\(line): nothing handles counter.request.increment(by: 2): there is no receiver, and no feature for its case; "
                    + "say .relaxed after GIVEN if that may be"
            ])
        GIVEN(app).relaxed.WHEN(.counter(.request(.increment(by: 2)))).runTests()
    }

    @Test func aWrongStateIsADifference() {
        let line = #line
        let found = failures {
            GIVEN(counterApp()).THEN(\.value, is: 1).runTests()
        }
        #expect(found == ["\(line + 2): value is another one (- expected, + found):\n- 1\n+ 0"])
    }
}
