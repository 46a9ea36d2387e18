import Adit
import Testing

@testable import ProfileCore

/// The view model as the core has it: with a store, and with a gateway that takes its time.
@Suite struct ProfileViewModelTests {
    let bench = Bench()

    @Test func W7_theHandlerChangesWhatTheViewModelShows() throws {
        // WHEN
        try bench.send(.userTypesNewEmail(userEmail: "john.dohe@example.com"))
        // THEN
        #expect(bench.viewModel.email == "john.dohe@example.com")
        #expect(bench.viewModel.savedEmail == nil)
    }

    @Test func W8_observersAreToldOfChanges() throws {
        // GIVEN
        nonisolated(unsafe) var seen: [String] = []
        let store = bench.store
        store.updated { [unowned store] in seen.append(store.state().email) }
        // WHEN
        try bench.send(.userTypesNewEmail(userEmail: "j"), .userTypesNewEmail(userEmail: "jo"))
        // THEN
        #expect(seen == ["j", "jo"])
    }

    @Test func W23_anAsynchronousSaveIsTwoWhens() throws {
        // GIVEN a network that takes three seconds
        bench.gateway.delay = .seconds(3)
        try bench.send(.userTypesNewEmail(userEmail: "a@b"))
        // WHEN
        try bench.send(.userTapsChangeEmailButton)
        // THEN the entry has returned, and nothing is saved yet
        #expect(bench.viewModel.savedEmail == nil)
        #expect(bench.heard == [])
        // WHEN the user goes on typing, and the time has passed
        try bench.send(.userTypesNewEmail(userEmail: "a@bc"))
        try bench.effects.advance(by: .seconds(3))
        // THEN the completion says what was saved
        #expect(bench.heard == [.networkFinishesSaving(result: .success("a@b"))])
        #expect(bench.viewModel.savedEmail == "a@b")
        #expect(bench.viewModel.email == "a@bc")
    }

    @Test func W23_theCompletionCarriesAFailure() throws {
        // GIVEN
        bench.gateway.failure = GatewayFailure.timedOut("save", after: .seconds(30))
        try bench.send(.userTypesNewEmail(userEmail: "a@b"))
        // WHEN
        try bench.send(.userTapsChangeEmailButton)
        // THEN
        let error = CodableError(
            name: "timedOut", message: #"the gateway "save" did not answer within 30.0 seconds"#)
        #expect(bench.heard == [.networkFinishesSaving(result: .failure(error))])
        #expect(bench.viewModel.failure == error)
        #expect(bench.viewModel.savedEmail == nil)
        // AND the next attempt forgets it
        bench.gateway.failure = nil
        try bench.send(.userTapsChangeEmailButton)
        #expect(bench.viewModel.failure == nil)
        #expect(bench.viewModel.savedEmail == "a@b")
    }

    @Test func W2_theCompletionIsMockedByAnEvent() throws {
        // WHEN
        try bench.send(.networkFinishesSaving(result: .success("a@b")))
        // THEN
        #expect(bench.viewModel.savedEmail == "a@b")
    }

    @Test func aSaveGivesWayToTheNext() throws {
        // GIVEN
        bench.gateway.delay = .seconds(3)
        try bench.send(.userTypesNewEmail(userEmail: "a@b"), .userTapsChangeEmailButton)
        // WHEN
        try bench.send(.userTypesNewEmail(userEmail: "c@d"), .userTapsChangeEmailButton)
        try bench.effects.advance(by: .seconds(10))
        // THEN
        #expect(bench.gateway.saved == ["c@d"])
        #expect(bench.heard == [.networkFinishesSaving(result: .success("c@d"))])
    }

    @Test(arguments: ["", "john", "@b", "a@", "a b@c", "a@b\n"])
    func whatIsNoAddressIsNotSaved(email: String) throws {
        // GIVEN a failure that is shown
        let error = CodableError(name: "refused", message: "no")
        try bench.send(.userTypesNewEmail(userEmail: email), .networkFinishesSaving(result: .failure(error)))
        // WHEN
        #expect(throws: EmailError.notAnAddress(email)) { try bench.send(.userTapsChangeEmailButton) }
        // THEN nothing of it is left: what the event had changed before it failed is undone
        #expect(bench.viewModel.failure == error)
        #expect(bench.gateway.saved == [])
    }

    @Test(arguments: ["a@b", "john.dohe@example.com", "\"a@b\"@c", "ü@ö.example"])
    func whatIsAnAddressIsSaved(email: String) throws {
        try bench.send(.userTypesNewEmail(userEmail: email), .userTapsChangeEmailButton)
        #expect(bench.viewModel.savedEmail == email)
    }
}
