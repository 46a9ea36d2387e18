import Adit
import Testing

@testable import ReaderCore

@Suite struct ForgetPageUseCaseTests {
    let store = createStore()
    let keyValue = MockKeyValueGateway()
    let responses = Responses<ForgetPageUseCase.Response>()
    let runner = EffectRunner(clock: .virtual)

    private func forget(_ url: String) throws {
        let forgetter = ForgetPageUseCase(
            store: store, keyValue: keyValue, effects: runner.makeEffects(), responder: responses.append)
        forgetter.request(.forget(url: url))
        try runner.run()
    }

    @Test func aForgottenPageIsNeitherKeptNorInTheHistory() throws {
        // GIVEN
        try keyValue.keep(.of("/a"), .of("/b"))
        store.change(.finish(.of("/a")))
        store.change(.finish(.of("/b")))
        // WHEN
        try forget("/a")
        // THEN
        #expect(responses.all == [.wasForgotten(url: "/a")])
        #expect(try keyValue.pages == ["/b": .of("/b")])
        #expect(store.state().history.map(\.url) == ["/b"])
    }

    @Test func aPageThatWasNeverKeptIsForgottenAsWell() throws {
        // WHEN
        try forget("/a")
        // THEN
        #expect(responses.all == [.wasForgotten(url: "/a")])
    }

    @Test func aPageStaysInTheHistoryWhereTheStoreFails() throws {
        // GIVEN
        keyValue.failure = GatewayFailure.timedOut("keyValue", after: .seconds(10))
        store.change(.finish(.of("/a")))
        // WHEN
        try forget("/a")
        // THEN
        #expect(responses.all == [.wasNotForgotten(url: "/a", .timedOut)])
        #expect(store.state().history.map(\.url) == ["/a"])
    }

    @Test func U4_aPageWithoutAURLIsAnsweredByOneFailure() throws {
        // WHEN
        try forget(" ")
        // THEN
        #expect(responses.all == [.wasNotForgotten(url: " ", .emptyURL)])
    }
}
