import Adit
import AditTesting
import Testing

@Suite struct TestRunnerTests {
    @Test func W22_testUserStory() {
        TestRunner<MyViewModel>
            .GIVEN {
                MyViewModel()
            }
            .WHEN(.userTypesNewEmail(userEmail: "john.dohe@example.com"))
            .THEN(\.email, is: "john.dohe@example.com")
            .WHEN(.userTapsChangeEmailButton)
            .THEN(\.savedEmail, is: "john.dohe@example.com")
            .runTests()
    }

    @Test func W15_anObjectWithWhenAndHandleIsASingleEntryPoint() throws {
        func told<T: SingleEntryPoint>(_ object: T, _ when: T.When) throws -> T {
            try object.handle(when)
            return object
        }
        #expect(try told(MyViewModel(), .userTypesNewEmail(userEmail: "a")).email == "a")
        #expect(throws: Till.IsOpen()) { try told(told(Till(), .clerkOpens), .customerPays(cents: 1, items: [])) }
    }

    @Test func W2_mockEventsAreSentAndTheStateIsVerified() {
        // WHEN the stories are told, THEN the first passes, and the other, which expects another state, does not
        let story = GIVEN { MyViewModel() }.WHEN(.userTypesNewEmail(userEmail: "a"))
        #expect(failures { story.THEN(\.email, is: "a").runTests() } == [])
        #expect(failures { story.THEN(\.email, is: "b").runTests() }.count == 1)
    }

    @Test func W16_nothingRunsBeforeRunTests() {
        // GIVEN
        var made = 0
        let story =
            TestRunner<MyViewModel>.GIVEN {
                made += 1
                return MyViewModel()
            }
            .WHEN(.userTapsChangeEmailButton).THEN(\.savedEmail, is: "")
        #expect(made == 0)
        // WHEN, THEN each telling has one of its own
        story.runTests()
        story.runTests()
        #expect(made == 2)
    }

    @Test func W16_aStoryIsAValue() {
        // GIVEN the beginning of two stories
        let typed = GIVEN { MyViewModel() }.WHEN(.userTypesNewEmail(userEmail: "a"))
        // WHEN one goes on
        let saved = typed.WHEN(.userTapsChangeEmailButton)
        // THEN the other does not
        let logs = [typed.THEN(\.savedEmail, is: nil).runTests(), saved.THEN(\.savedEmail, is: "a").runTests()]
        // AND each runs all the steps that it has collected
        let words = logs.map { $0.entries.map(\.word) }
        #expect(words == [["GIVEN", "WHEN", "THEN"], ["GIVEN", "WHEN", "WHEN", "THEN"]])
    }

    @Test func W21_theLogIsNestedAndReadable() {
        let log = TestRunner<MyViewModel>.GIVEN { MyViewModel() }
            .THEN(\.savedEmail, is: nil)
            .WHEN(.userTypesNewEmail(userEmail: "john.dohe@example.com"))
            .THEN(\.email, is: "john.dohe@example.com")
            .WHEN(.userTapsChangeEmailButton)
            .THEN(\.savedEmail, is: "john.dohe@example.com", named: "what was saved")
            .runTests()
        #expect(log.hasPassed)
        #expect(
            log.description == """
                GIVEN: MyViewModel
                    THEN: savedEmail is nil
                    WHEN: userTypesNewEmail(userEmail: "john.dohe@example.com")
                        THEN: email is "john.dohe@example.com"
                    WHEN: userTapsChangeEmailButton
                        THEN: what was saved is "john.dohe@example.com"
                """)
    }

    @Test func W17_givenNamesTheType() {
        let log = GIVEN { Till() }.runTests()
        #expect(log.entries.map { "\($0.word): \($0.text)" } == ["GIVEN: Till"])
    }

    @Test func W18_whenNamesTheCaseAndItsParameters() {
        let log = GIVEN { Till() }.WHEN(.customerPays(cents: 250, items: ["milk", "tea"])).WHEN(.clerkOpens).runTests()
        #expect(
            log.entries.map { "\($0.word): \($0.text)" } == [
                "GIVEN: Till", #"WHEN: customerPays(cents: 250, items: ["milk","tea"])"#, "WHEN: clerkOpens",
            ])
    }

    @Test func W19_thenIsNamedByTheLastComponentOfWhatIsWritten() {
        // GIVEN parts whose key paths print as addresses
        let total = \Till.receipt.cents
        let log = GIVEN { Till() }
            .THEN(\.receipt.cents, is: 0).THEN(\.drawers, is: 1)
            .THEN(
                \.receipt.items.first, is: nil
            )
            .THEN(\Till.isOpen, is: false)
            .THEN(\.receipt.items[0..<0].count, is: 0)
            .THEN(total, is: 0, named: "total")
            .THEN(\.receipt, is: Till.Receipt())
            .runTests()
        // THEN the log calls them by their names all the same
        #expect(
            log.entries.dropFirst().map(\.text) == [
                "cents is 0", "drawers is 1", "first is nil", "isOpen is false", "count is 0", "total is 0",
                "receipt is Till.Receipt(items: [], cents: 0)",
            ])
    }

    @Test func W19_aKeyPathThatIsNotWrittenThereIsNamedAsItPrints() {
        let email = \MyViewModel.email
        let computed = \Till.drawers
        #expect(GIVEN { MyViewModel() }.THEN(email, is: "").runTests().entries[1].text == "email is \"\"")
        #expect(GIVEN { Till() }.THEN(computed, is: 1).runTests().entries[1].text == "(a part without a name) is 1")
    }

    @Test func W24_theAcceptanceCriteriaOfAStoryAreListedWithoutARun() {
        // GIVEN
        var isMade = false
        let story = GIVEN {
            isMade = true
            return MyViewModel()
        }
        .WHEN(.userTypesNewEmail(userEmail: "a@b.org"))
        .THEN(\.email, is: "a@b.org")
        // THEN its words are listed, and those are the words of its log
        #expect(
            story.acceptanceCriteria == """
                GIVEN: MyViewModel
                    WHEN: userTypesNewEmail(userEmail: "a@b.org")
                        THEN: email is "a@b.org"
                """)
        #expect(!isMade)
        #expect(story.runTests().description == story.acceptanceCriteria)
        #expect(isMade)
    }

    @Test func W24_aStoryIsADeclarationOfAcceptanceCriteria() {
        let story = GIVEN { MyViewModel() }.WHEN(.userTapsChangeEmailButton)
        #expect(
            story.THEN(\.savedEmail, is: "").runTests().entries.map { "\($0.word): \($0.text)" } == [
                "GIVEN: MyViewModel", "WHEN: userTapsChangeEmailButton", "THEN: savedEmail is \"\"",
            ])
        // AND it fails where a criterion is not met
        #expect(failures { story.THEN(\.savedEmail, is: "a").runTests() }.count == 1)
    }
}
