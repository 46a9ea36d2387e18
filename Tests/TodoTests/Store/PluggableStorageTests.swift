import Adit
import Testing

@testable import TodoCore

/// A storage that never changes a state: it keeps every one, and the last is the present.
private final class HistoryStorage<S: State>: StateStorage {
    /// All states but the present one.
    private(set) var earlier: [S] = []
    private var marked = 0

    func apply(_ change: S.Change, to state: inout S) { replace(&state, with: state.alter(change)) }

    func replace(_ state: inout S, with other: S) {
        earlier.append(state)
        state = other
    }

    func mark(_: inout S) { marked = earlier.count }

    func rollBack(_ state: inout S) {
        state = earlier[marked]
        earlier.removeLast(earlier.count - marked)
    }

    func begin(_: inout S) {}
    func commit(_: inout S) {}
}

@Suite struct PluggableStorageTests {
    private let storage = HistoryStorage<TodoState>()

    @Test func U13_anImmutableStoreWorksAsWell() throws {
        // GIVEN a core on a storage that keeps all states
        let store = Store(TodoState(), storage: storage)
        var heard: [Message] = []
        let core = createAppCore(store: store, receivers: [], rootHandler: { heard.append($0) })
        // WHEN
        try core(.todo(.request(.add(item: .numbered(1)))))
        try core(.todo(.request(.add(item: .numbered(2)))))
        try core(.todo(.request(.delete(id: uuid(1)))))
        // THEN
        #expect(
            (storage.earlier + [store.state()]).map { $0.items.map(\.id) }
                == [[], [uuid(1)], [uuid(1), uuid(2)], [uuid(2)]])
        #expect(heard.count == 3)
    }

    @Test func U13_aMessageThatFailsIsUndoneThereToo() throws {
        // GIVEN a feature that fails after another has changed the state
        struct Broken: Error {}
        let store = Store(TodoState(), storage: storage)
        let core = Adit.createAppCore(
            store: store, receivers: [],
            features: [createTodoListFeature(store: store) { _ in }, { _ in throw Broken() }])
        // WHEN
        #expect(throws: Broken.self) { try core(.todo(.request(.add(item: .numbered(1))))) }
        // THEN
        #expect(store.state() == TodoState())
    }
}
