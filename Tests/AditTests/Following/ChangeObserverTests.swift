@testable import AditState
import Adit
import Testing

@testable import Adit

/// GIVEN a store with an observer that wants to know what has changed WHEN batches change the state THEN it is told
/// once a batch, and of what differs alone.
struct ChangeObserverTests {
    private let store = StateStore(Shelf.with(2))

    /// What each batch told: `operation path value`.
    private final class Told { var batches: [[String]] = [] }

    private func observe() -> Told {
        let told = Told()
        store.updated { (changes: ChangeSet) in
            told.batches.append(
                changes.map {
                    "\($0.operation) \($0.from ?? "")\($0.from == nil ? "" : " ")\($0.path) \($0.value ?? "")"
                })
        }
        return told
    }

    private func message(fails: Bool = false, _ edit: @escaping (inout Shelf) -> Void) {
        store.transaction.begin()
        store.change(Shelf.Change(edit: edit))
        if fails { store.transaction.rollBack() } else { store.transaction.commitMessage() }
    }

    @Test func `W8: observers of the state are notified on change, once a batch, with what has changed`() {
        let told = observe()
        message { $0.name = "x" }
        message { $0.books.move(2, to: 0) }
        message { $0.name = "y" }
        #expect(told.batches == [])
        store.transaction.commit()
        #expect(told.batches == [[#"replace /name "y""#, "move /books/ids/1 /books/ids/0 "]])
    }

    @Test func `a message that fails tells nothing, nor does a change that is taken back`() {
        let told = observe()
        message(fails: true) { $0.name = "x" }
        store.transaction.commit()
        message { $0.books.append(Book(id: 9, title: "n")) }
        message { $0.books.remove(9) }
        store.transaction.commit()
        #expect(told.batches == [])
        message { $0.readers = ["Ada"] }
        message(fails: true) { $0.readers = [] }
        store.transaction.commit()
        #expect(told.batches == [[#"add /readers/0 "Ada""#]])
    }

    @Test func `outside of a core each change stands for itself`() {
        let told = observe()
        store.change(Shelf.Change { $0.name = "x" })
        store.change(Shelf.Change { $0.note = "n" })
        store.change(Shelf.Change { $0.note = nil })
        #expect(told.batches == [[#"replace /name "x""#], [#"add /note "n""#], ["remove /note "]])
    }

    @Test func `an observer that came during a batch is told of the next`() {
        message { $0.name = "x" }
        let told = observe()
        message { $0.note = "n" }
        store.transaction.commit()
        message { $0.name = "y" }
        store.transaction.commit()
        #expect(told.batches == [[#"replace /name "y""#]])
    }

    @Test func `of a state that is no model the whole has changed, unless it is equal`() {
        struct Plain: State, Equatable {
            var value = 0
            mutating func apply(_ change: Int) { value = change }
        }
        let store = StateStore(Plain())
        var told: [Change] = []
        store.updated { (changes: ChangeSet) in told += changes }
        store.change(0)
        #expect(told == [])
        store.change(1)
        #expect(told.map(\.operation) == [.replace])
        #expect(told.map(\.path) == [""])
        #expect(told.map(\.value) == [nil])
    }
}
