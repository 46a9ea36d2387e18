import Adit
import TestSupport
import Testing

@Model
private struct Item: Identifiable, Equatable {
    var id: Int
    var text: String
}

/// A state whose tables note their changes, so that the store copies none of it.
@Model
private struct Lists: State, Equatable {
    var items: Table<Int, Item> = [Item(id: 0, text: "first")]
    var others: Table<Int, Item> = []
    enum Change { case add(Int), remove(Int), move(Int), clear }
    mutating func apply(_ change: Change) {
        switch change {
        case .add(let id): items.append(Item(id: id, text: "\(id)"))
        case .remove(let id): items.remove(id)
        case .move(let id): if let item = items.remove(id) { others.append(item) }
        case .clear: others.replaceAll(with: [])
        }
    }
}

/// GIVEN a state that notes its changes, in a store WHEN messages fail THEN it is as before them, whatever they did.
struct NotingStateTests {
    private func ids(_ store: StateStore<Lists>) -> String {
        store.state().items.map { "\($0.id)" }.joined() + "|" + store.state().others.map { "\($0.id)" }.joined()
    }

    @Test func `a message that is rolled back leaves nothing, one that is kept stays`() {
        let store = StateStore(Lists())
        store.transaction.begin()
        store.change(.add(1))
        store.change(.add(2))
        store.transaction.commitMessage()
        store.transaction.begin()
        store.change(.move(1))
        store.change(.remove(0))
        store.change(.add(3))
        #expect(ids(store) == "23|1")
        store.transaction.rollBack()
        #expect(ids(store) == "012|")
        store.transaction.begin()
        store.change(.move(0))
        store.change(.clear)
        store.transaction.rollBack()
        store.transaction.commit()
        #expect(ids(store) == "012|")
        #expect(store.state().items[id: 0]?.text == "first")
    }

    @Test func `what was changed outside of messages is not rolled back`() {
        let store = StateStore(Lists())
        store.transaction.begin()
        store.transaction.commitMessage()
        store.transaction.commit()
        store.change(.add(1))
        store.transaction.begin()
        store.change(.add(2))
        store.transaction.rollBack()
        store.transaction.commit()
        #expect(ids(store) == "01|")
    }

    @Test func `a state that was read stays as it was`() {
        let store = StateStore(Lists())
        store.transaction.begin()
        store.change(.add(1))
        let during = store.state()
        store.transaction.rollBack()
        store.transaction.commit()
        #expect(during.items.map(\.id) == [0, 1])
        #expect(store.state() == Lists())
    }

    @Test func `a reset is rolled back like any change`() {
        let store = StateStore(Lists())
        store.change(.add(1))
        store.transaction.begin()
        store.change(.add(2))
        store.reset()
        store.change(.add(3))
        #expect(ids(store) == "03|")
        store.transaction.rollBack()
        #expect(ids(store) == "01|")
        store.transaction.begin()
        store.reset()
        store.transaction.commitMessage()
        store.transaction.begin()
        store.change(.add(4))
        store.transaction.rollBack()
        store.transaction.commit()
        #expect(ids(store) == "0|")
    }

    @Test(arguments: 0..<10)
    func `any sequence of messages leaves what a naive store has`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = StateStore(Lists())
        var expected = Lists()
        for _ in 0..<200 {
            store.transaction.begin()
            var state = expected
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let id = Int.random(in: 0..<8, using: &random)
                let change: Lists.Change
                switch Int.random(in: 0..<20, using: &random) {
                case 0:
                    store.reset()
                    state = Lists()
                    continue
                case 1: change = .clear
                case 2..<6: change = .remove(id)
                case 6..<12: change = .move(id)
                default: change = .add(id)
                }
                store.change(change)
                state.apply(change)
            }
            if Bool.random(using: &random) {
                store.transaction.commitMessage()
                expected = state
            } else {
                store.transaction.rollBack()
            }
            try #require(store.state() == expected)
            if Int.random(in: 0..<5, using: &random) == 0 { store.transaction.commit() }
        }
    }
}
