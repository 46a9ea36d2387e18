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
        reset: { state = TodoState() },
        destroy: { (observers, state) = ([], TodoState()) }
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

@Suite(.still(at: .evening)) struct TupleStoreTests {
    /// Two stores, and the changes that each has told of.
    @Test func U13_aTupleOfClosuresIsAsGoodAsTheStore() {
        // GIVEN a store of closures, which keeps a value of its own, and the store that is a class
        let store = createStore()
        let stores: [TupleStore] = [
            createTupleStore(), (store.state, store.change, store.updated, store.reset, store.destroy),
        ]
        var seen: [[TodoState]] = []
        for tuple in stores {
            var states: [TodoState] = []
            tuple.updated { states.append(tuple.state()) }
            // WHEN use cases change them
            let tag = Tag(id: uuid(9), name: "Tag 1")
            tuple.change(.add(.item(.numbered(1))))
            tuple.change(.add(.tag(tag)))
            tuple.change(.update(.item(.numbered(1, "Let's go"))))
            tuple.change(.remove(.item(.numbered(1))))
            tuple.reset()
            tuple.change(.add(.item(.numbered(2))))
            tuple.destroy()
            tuple.change(.add(.item(.numbered(3))))
            seen.append(states + [tuple.state()])
        }
        // THEN both have told of the same states in the same order, and of none after their end
        #expect(seen[0] == seen[1])
        #expect(seen[0].map(\.items.count) == [1, 1, 1, 0, 0, 1, 1])
    }

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
