import Adit
import AditTesting
import Testing

/// What the kit says where a story does not come true.
@Suite struct TestRunnerFailureTests {
    @Test func W19_aWrongValueIsADifferenceAtTheLineOfItsThen() {
        let line = #line
        let found = failures {
            GIVEN { Till() }
                .WHEN(.customerPays(cents: 250, items: ["milk", "tea"]))
                .THEN(\.receipt, is: Till.Receipt(items: ["milk", "tee"], cents: 250))
                .THEN(
                    \.receipt.cents, is: 260
                )
                .runTests()
        }
        #expect(
            found == [
                """
                \(line + 4): receipt is another one (- expected, + found):
                  Till.Receipt(
                    items: [
                      [0]: "milk",
                -     [1]: "tee"
                +     [1]: "tea"
                    ],
                    cents: 250
                  )
                """,
                """
                \(line + 5): receipt.cents is another one (- expected, + found):
                - 260
                + 250
                """,
            ])
    }

    @Test func W21_theLogShowsWhatFailed() {
        var log: TestLog?
        _ = failures {
            log = GIVEN { MyViewModel() }
                .WHEN(.userTypesNewEmail(userEmail: "a")).THEN(\.email, is: "b").THEN(\.savedEmail, is: nil).runTests()
        }
        #expect(log?.hasPassed == false)
        #expect(
            log?.description == """
                GIVEN: MyViewModel
                    WHEN: userTypesNewEmail(userEmail: "a")
                        THEN: email is "b"
                            ✘ email is another one (- expected, + found):
                              - "b"
                              + "a"
                        THEN: savedEmail is nil
                """)
    }

    @Test func valuesThatPrintTheSameAreToldApart() {
        struct Odd: Equatable, CustomStringConvertible {
            let description = "odd"
            static func == (_: Odd, _: Odd) -> Bool { false }
        }
        final class Holder: SingleEntryPoint {
            typealias When = Int
            let odd = Odd()
            func handle(_: Int) {}
        }
        let line = #line
        let found = failures { GIVEN { Holder() }.THEN(\.odd, is: Odd()).runTests() }
        #expect(
            found == [
                """
                \(line + 1): odd is another one (- expected, + found):
                  // Not equal but no difference detected:
                - TestRunnerFailureTests.Odd(description: "odd")
                + TestRunnerFailureTests.Odd(description: "odd")
                """
            ])
    }

    @Test func W20_whatIsStillAliveIsNamedWithWhereItWasMade() {
        // GIVEN something that holds a closure that holds it
        final class Knot: SingleEntryPoint {
            enum When: Codable { case ties }
            var onTie: () -> Void = {}
            var ties = 0
            func handle(_: When) { onTie = { self.ties += 1 } }
        }
        // WHEN
        let line = #line + 1
        let found = failures { GIVEN { Knot() }.WHEN(.ties).THEN(\.ties, is: 0).runTests() }
        // THEN
        #expect(
            found == [
                """
                \(line): Knot, made at TestRunnerFailureTests.swift:\(line), is still alive though the story is over: \
                something still has a strong reference to it. Look for a closure that captures, strongly, the object that keeps \
                the closure; [weak self] ends that.
                """
            ])
        // AND without the knot nothing is found
        #expect(failures { GIVEN { Knot() }.THEN(\.ties, is: 0).runTests() } == [])
    }

    @Test func anErrorThatNoThenExpectsIsToldAtItsWhen() {
        let line = #line
        let found = failures {
            GIVEN { Till() }
                .WHEN(.clerkOpens)
                .WHEN(.customerPays(cents: 1, items: []))
                .THEN(\.receipt.cents, is: 0)
                .WHEN(.clerkOpens)
                .runTests()
        }
        #expect(found == ["\(line + 4): it threw an error that no THEN(throws:) expects: IsOpen()"])
    }

    @Test func anErrorIsExpected() {
        let story = GIVEN { Till() }.WHEN(.clerkOpens).WHEN(.customerPays(cents: 1, items: []))
        let log = story.THEN(throws: Till.IsOpen()).runTests()
        #expect(log.entries.last?.text == "it throws Till.IsOpen()")
        // AND another one, or none, is not enough
        let line = #line
        let found = failures {
            story.THEN(throws: Till.IsBroken()).runTests()
            GIVEN { Till() }.WHEN(.clerkOpens).THEN(throws: Till.IsOpen()).runTests()
        }
        #expect(
            found == [
                """
                \(line + 2): another error was thrown (- expected, + found):
                - Till.IsBroken()
                + Till.IsOpen()
                """,
                "\(line + 3): nothing was thrown; Till.IsOpen() was expected",
            ])
    }
}
