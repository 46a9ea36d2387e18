import Adit
import AditTesting
import Observation
import Testing

@testable import ProfileCore

/// The view model of the document, by itself: no core, no store, no host.
@Suite struct MyViewModelTests {
    @Test func W22_testUserStory() {
        TestRunner<MyViewModel>
            .GIVEN { MyViewModel() }
            .WHEN(.userTypesNewEmail(userEmail: "john.dohe@example.com"))
            .THEN(\.email, is: "john.dohe@example.com")
            .WHEN(.userTapsChangeEmailButton)
            .THEN(\.savedEmail, is: "john.dohe@example.com")
            .runTests()
    }

    @Test func W7_theHandlerDoesWhatTheDocumentSays() {
        // GIVEN
        let model = MyViewModel()
        #expect(model.email == "")
        #expect(model.savedEmail == nil)
        // WHEN
        model.handle(.userTypesNewEmail(userEmail: "a@b"))
        // THEN what was typed is not saved
        #expect(model.email == "a@b")
        #expect(model.savedEmail == nil)
        // WHEN
        model.handle(.userTapsChangeEmailButton)
        model.handle(.userTypesNewEmail(userEmail: "a@bc"))
        // THEN
        #expect(model.email == "a@bc")
        #expect(model.savedEmail == "a@b")
    }

    @Test func W7_aHandlerMayPrintInsteadOfSaving() {
        // GIVEN the document's first variant
        final class FirstViewModel {
            var email = ""
            var printed: [String] = []

            func handle(_ when: MyViewModel.When) {
                switch when {
                case .userTypesNewEmail(let newEmail): email = newEmail
                case .userTapsChangeEmailButton: printed.append("Saving data: \(email)")
                }
            }
        }
        let model = FirstViewModel()
        // WHEN
        model.handle(.userTypesNewEmail(userEmail: "john.dohe@example.com"))
        model.handle(.userTapsChangeEmailButton)
        // THEN
        #expect(model.printed == ["Saving data: john.dohe@example.com"])
    }

    @Test func W8_observersAreToldOfAChangedProperty() {
        // GIVEN an observer of one property
        let model = MyViewModel()
        final class Told: @unchecked Sendable { var count = 0 }  // The test's thread changes the model.
        let told = Told()
        withObservationTracking {
            _ = model.savedEmail
        } onChange: {
            told.count += 1
        }
        // WHEN another one changes
        model.handle(.userTypesNewEmail(userEmail: "a@b"))
        #expect(told.count == 0)
        // AND this one does
        model.handle(.userTapsChangeEmailButton)
        // THEN
        #expect(told.count == 1)
    }

    @Test func W15_aViewModelIsASingleEntryPoint() throws {
        // GIVEN something of which nothing is known but that it has one entry
        func send<T: SingleEntryPoint>(_ whens: [T.When], to model: T) throws {
            for when in whens { try model.handle(when) }
        }
        let model = MyViewModel()
        // WHEN
        try send([.userTypesNewEmail(userEmail: "a@b"), .userTapsChangeEmailButton], to: model)
        // THEN
        #expect(model.savedEmail == "a@b")
    }

    @Test func W14_aBodyThatDoesNotThrowNeedsNoTry() {
        // GIVEN a handler that is one call of the middleware, with no `try` and a function that does not throw
        let platforms = Platforms()
        let handle: (MyViewModel, MyViewModel.When) -> Void = { $0.handle($1) }
        // WHEN
        let model = platforms.use {
            let model = MyViewModel()
            handle(model, .userTypesNewEmail(userEmail: "a@b"))
            return model
        }
        // THEN the event was sent, and handled
        #expect(platforms.told == [#"userTypesNewEmail {"userEmail":"a@b"}"#])
        #expect(model.email == "a@b")
    }
}
