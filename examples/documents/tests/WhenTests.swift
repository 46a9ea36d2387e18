import Adit
import AditTesting
import Testing

@testable import WhenDocument

@Suite struct WhenTests {
    @Test func testUserStory() {
        TestRunner<MyViewModel>.GIVEN {
            MyViewModel()
        }
        .WHEN(.userTypesNewEmail(userEmail: "john.dohe@example.com"))
        .THEN(\.email, is: "john.dohe@example.com")
        .WHEN(.userTapsChangeEmailButton)
        .THEN(\.savedEmail, is: "john.dohe@example.com")
        .runTests()
    }

    @Test func whatIsThrownIsRethrown() {
        #expect(throws: EmailError.nothingToSave) { try MyViewModel().handle(.userTapsChangeEmailButton) }
    }
}
