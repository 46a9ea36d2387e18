import Adit
import Testing

@testable import TodoCore

/// A store as a tuple of closures, in the form of 004's author and his followers.
private typealias TupleStore = (
    state: () -> TodoState, change: (TodoState.Change) -> Void, updated: (@escaping () -> Void) -> Void,
    reset: () -> Void, destroy: () -> Void
)

/// Makes one that tells of each change from `didSet`.
private func createTupleStore() -> TupleStore {
    var observers: [() -> Void] = []
    var state = TodoState() { didSet { for observer in observers { observer() } } }
    return (
        state: { state }, change: { state = state.alter($0) }, updated: { observers.append($0) },
        reset: { state = TodoState() }, destroy: { observers = [] }
    )
}

/// A use case that is given the closures it needs, and no store.
private struct ItemCounter: UseCase {
    enum Request { case count }
    enum Response: Equatable { case wasCounted(Int) }

    let state: () -> TodoState
    let respond: (Response) -> Void

    func request(_ request: Request) {
        switch request {
        case .count: respond(.wasCounted(state().items.count))
        }
    }
}

@Suite struct TupleStoreTests {
    @Test func U15_aStoreIsATupleOfClosuresForWhoWantsOne() {
        // GIVEN
        let store = createStore()
        let tuple: TupleStore = (store.state, store.change, store.updated, store.reset, store.destroy)
        var responses: [ItemCounter.Response] = []
        let counter = ItemCounter(state: tuple.state) { responses.append($0) }
        // WHEN
        tuple.change(.add(.item(.numbered(1))))
        counter.request(.count)
        tuple.reset()
        counter.request(.count)
        // THEN
        #expect(responses == [.wasCounted(1), .wasCounted(0)])
    }
}
