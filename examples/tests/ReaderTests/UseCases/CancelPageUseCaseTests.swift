import Adit
import Testing

@testable import ReaderCore

@Suite struct CancelPageUseCaseTests {
    let responses = Responses<CancelPageUseCase.Response>()
    let runner = EffectRunner(clock: .virtual)

    @Test func whatIsNotInFlightIsNotCancelled() {
        // GIVEN
        let store = createStore()
        let canceller = CancelPageUseCase(
            store: store, effects: runner.makeEffects(), responder: responses.append)
        // WHEN
        canceller.request(.cancel(url: "/a"))
        // THEN
        #expect(responses.all == [.wasNotCancelled(url: "/a", .notOpening)])
    }

    @Test func whatAnotherFeatureHasInFlightIsNotCancelled() throws {
        // GIVEN work of the same id, in a scope of another feature
        let store = createStore()
        var isDone = false
        runner.makeEffects().after(.seconds(1), id: Work.opening(url: "/a")) { isDone = true }
        try runner.run()
        let canceller = CancelPageUseCase(
            store: store, effects: runner.makeEffects(), responder: responses.append)
        // WHEN
        canceller.request(.cancel(url: "/a"))
        try runner.advance(by: .seconds(1))
        // THEN
        #expect(responses.all == [.wasNotCancelled(url: "/a", .notOpening)])
        #expect(isDone)
    }
}
