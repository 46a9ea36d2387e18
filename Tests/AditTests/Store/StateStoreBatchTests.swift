import Adit
import TestSupport
import Testing

private struct Counter: State, Equatable {
    var value = 0
    mutating func apply(_ change: Int) { value += change }
}

/// GIVEN a store in a batch of messages WHEN they are kept or rolled back THEN it has the changes of those that were
/// kept.
struct StateStoreBatchTests {
    @Test func `a message that is kept stays, one that is rolled back does not`() {
        let store = StateStore(Counter())
        store.transaction.begin()
        store.change(1)
        store.transaction.commitMessage()
        store.transaction.begin()
        store.change(10)
        store.change(10)
        #expect(store.state().value == 21)
        store.transaction.rollBack()
        #expect(store.state().value == 1)
        store.transaction.begin()
        store.change(100)
        store.transaction.commitMessage()
        store.transaction.commit()
        #expect(store.state().value == 101)
        #expect(store.transaction.revision == 2)
    }

    @Test func `a batch that was committed is not rolled back by the next one`() {
        let store = StateStore(Counter())
        store.transaction.begin()
        store.change(1)
        store.transaction.commitMessage()
        store.transaction.commit()
        store.transaction.begin()
        store.change(10)
        store.transaction.rollBack()
        store.transaction.commit()
        #expect(store.state().value == 1)
        #expect(store.transaction.revision == 1)
    }

    @Test func `observers are told once, when the batch ends`() {
        let store = StateStore(Counter())
        var told: [Int] = []
        store.updated { [unowned store] in told.append(store.state().value) }
        for _ in 0..<3 {
            store.transaction.begin()
            store.change(1)
            store.change(1)
            store.transaction.commitMessage()
        }
        #expect(told == [])
        store.transaction.commit()
        #expect(told == [6])
        store.transaction.commit()
        #expect(told == [6])
    }

    @Test func `observers are not told of a batch whose every change was rolled back`() {
        let store = StateStore(Counter())
        var told = 0
        store.updated { told += 1 }
        store.transaction.begin()
        store.change(1)
        store.transaction.rollBack()
        store.transaction.commit()
        #expect(told == 0)
        store.transaction.begin()
        store.change(1)
        store.transaction.rollBack()
        store.transaction.begin()
        store.change(1)
        store.transaction.commitMessage()
        store.transaction.commit()
        #expect(told == 1)
    }

    @Test func `a reset in a batch is rolled back like any change`() {
        let store = StateStore(Counter())
        store.change(5)
        store.transaction.begin()
        store.change(1)
        store.transaction.commitMessage()
        store.transaction.begin()
        store.reset()
        store.change(100)
        #expect(store.state().value == 100)
        store.transaction.rollBack()
        #expect(store.state().value == 6)
        store.transaction.commit()
        #expect(store.state().value == 6)
    }

    @Test func `messages after a reset are rolled back as well`() {
        let store = StateStore(Counter())
        store.transaction.begin()
        store.change(1)
        store.reset()
        store.change(2)
        store.transaction.commitMessage()
        store.transaction.begin()
        store.change(10)
        store.transaction.rollBack()
        #expect(store.state().value == 2)
        store.transaction.begin()
        store.reset()
        store.transaction.rollBack()
        #expect(store.state().value == 2)
        store.transaction.commit()
        #expect(store.transaction.revision == 1)
    }

    @Test func `a change outside of a batch counts and is told at once`() {
        let store = StateStore(Counter())
        var told = 0
        store.updated { told += 1 }
        store.change(1)
        store.change(1)
        #expect(store.transaction.revision == 2)
        #expect(told == 2)
    }

    /// The changes of failed messages must not cost the messages after them.
    @Test func `any sequence of messages leaves what a naive store has`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let store = StateStore(Counter())
            var expected = 0
            for _ in 0..<30 {
                store.transaction.begin()
                var value = expected
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    if Int.random(in: 0..<8, using: &random) == 0 {
                        store.reset()
                        value = 0
                    } else {
                        let amount = Int.random(in: 1...100, using: &random)
                        store.change(amount)
                        value += amount
                    }
                }
                if Bool.random(using: &random) {
                    store.transaction.commitMessage()
                    expected = value
                } else {
                    store.transaction.rollBack()
                }
                try #require(store.state().value == expected)
                if Int.random(in: 0..<5, using: &random) == 0 { store.transaction.commit() }
            }
        }
    }
}
