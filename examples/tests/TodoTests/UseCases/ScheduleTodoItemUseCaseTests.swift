import Adit
import Testing

@testable import TodoCore

@Suite(.still(at: .evening)) struct ScheduleTodoItemUseCaseTests {
    let store = Store.holding(.item(.numbered(1)))
    let responses = Responses<ScheduleTodoItemUseCase.Response>()
    let scheduler: ScheduleTodoItemUseCase

    init() { scheduler = ScheduleTodoItemUseCase(store: store, responder: responses.append) }

    @Test func U2_schedulingSetsAndClearsWhenAnItemIsDue() {
        // WHEN
        scheduler.request(.schedule(item: .numbered(1), due: .nextMorning))
        scheduler.request(.schedule(item: .numbered(1), due: nil))
        // THEN
        #expect(
            responses.all == [
                .wasScheduled(item: .numbered(1, due: .nextMorning, alterDate: .evening)),
                .wasScheduled(item: .numbered(1, alterDate: .evening)),
            ])
        #expect(Array(store.state().items) == [.numbered(1, alterDate: .evening)])
    }

    @Test func anUnknownItemIsNotScheduled() {
        // WHEN
        scheduler.request(.schedule(item: .numbered(2), due: nil))
        // THEN
        #expect(responses.all == [.wasNotScheduled(item: .numbered(2), .unknownItem)])
    }
}
