import Adit
import Testing

@testable import Todo

/// A storage that never changes a state: it keeps every one, and the last is the present.
private final class HistoryStorage<S: State>: StateStorage {
    private let first: S
    private(set) var later: [S] = []
    private var marked = 0

    init(_ first: S) { self.first = first }

    var state: S { later.last ?? first }
    func apply(_ change: S.Change) { later.append(state.alter(change)) }
    func begin() {}
    func mark() { marked = later.count }
    func rollBack() { later.removeLast(later.count - marked) }
    func commit() {}
    func replace(with state: S) { later.append(state) }
}

@Suite struct PluggableStorageTests {
    private let storage = HistoryStorage(TodoState())

    @Test func U13_anImmutableStoreWorksAsWell() throws {
        // GIVEN a core on a storage that keeps all states
        let store = Store(storage: storage)
        var heard: [Message] = []
        let core = createAppCore(store: store, receivers: [], rootHandler: { heard.append($0) })
        // WHEN
        try core(.todo(.request(.add(item: .numbered(1)))))
        try core(.todo(.request(.add(item: .numbered(2)))))
        try core(.todo(.request(.delete(id: uuid(1)))))
        // THEN
        #expect(storage.later.map { $0.items.map(\.id) } == [[uuid(1)], [uuid(1), uuid(2)], [uuid(2)]])
        #expect(heard.count == 3)
    }

    @Test func U13_aMessageThatFailsIsUndoneThereToo() throws {
        // GIVEN a feature that fails after another has changed the state
        struct Broken: Error {}
        let store = Store(storage: storage)
        let core = Adit.createAppCore(
            store: store, receivers: [],
            features: [createTodoListFeature(store: store) { _ in }, { _ in throw Broken() }])
        // WHEN
        #expect(throws: Broken.self) { try core(.todo(.request(.add(item: .numbered(1))))) }
        // THEN
        #expect(store.state() == TodoState())
    }
}
