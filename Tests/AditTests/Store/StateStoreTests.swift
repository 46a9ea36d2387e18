import Adit
import Testing

private struct Counter: State, Equatable {
    var value = 0
    var history: [Int] = []
    enum Change { case set(Int), increment }
    mutating func apply(_ change: Change) {
        switch change {
        case .set(let number): value = number
        case .increment: value += 1
        }
        history.append(value)
    }
}

/// GIVEN a store outside of any core WHEN it is changed THEN its state is the new one, and observers are told at once.
struct StateStoreTests {
    @Test func `it has the state that it was made with`() {
        #expect(StateStore(Counter(value: 5)).state() == Counter(value: 5))
    }

    @Test func `a change is made in place`() {
        let store = StateStore(Counter())
        store.change(.set(2))
        store.change(.increment)
        #expect(store.state() == Counter(value: 3, history: [2, 3]))
    }

    @Test func `a state that was read stays as it was`() {
        let store = StateStore(Counter())
        let before = store.state()
        store.change(.set(2))
        #expect(before == Counter())
    }

    @Test func `observers are told after each change, in order, and see it`() {
        let store = StateStore(Counter())
        var told: [String] = []
        store.updated { told.append("1:\(store.state().value)") }
        store.updated { told.append("2:\(store.state().value)") }
        store.change(.set(7))
        store.change(.increment)
        #expect(told == ["1:7", "2:7", "1:8", "2:8"])
        store.destroy()
    }

    @Test func `reset returns to the first state, and tells`() {
        let store = StateStore(Counter(value: 1))
        var told = 0
        store.updated { told += 1 }
        store.change(.set(9))
        store.reset()
        #expect(store.state() == Counter(value: 1))
        #expect(told == 2)
        store.change(.increment)
        #expect(told == 3)
    }

    @Test func `destroy returns to the first state, and forgets the observers`() {
        let store = StateStore(Counter(value: 1))
        var told = 0
        store.updated { told += 1 }
        store.change(.set(9))
        store.destroy()
        store.change(.increment)
        #expect(store.state() == Counter(value: 2, history: [2]))
        #expect(told == 1)
    }

    @Test func `destroy lets go of what the observers held`() {
        final class Held {}
        weak var held: Held?
        let store = StateStore(Counter())
        do {
            let object = Held()
            held = object
            store.updated { withExtendedLifetime(object) {} }
        }
        #expect(held != nil)
        store.destroy()
        #expect(held == nil)
    }

    @Test func `an observer may change the state, and add observers`() {
        let store = StateStore(Counter())
        var told = 0
        store.updated {
            if store.state().value == 1 {
                store.change(.increment)
                store.updated { told += 1 }
            }
        }
        store.change(.set(1))
        #expect(store.state().value == 2)
        #expect(told == 0, "who comes while others are told is told of the next change")
        store.change(.set(5))
        #expect(told == 1)
        store.destroy()
    }

    @Test func `alter gives the changed state, and leaves the state alone`() {
        let state = Counter(value: 1)
        #expect(state.alter(.set(5)) == Counter(value: 5, history: [5]))
        #expect(state.alter(.increment).alter(.increment) == Counter(value: 3, history: [2, 3]))
        #expect(state == Counter(value: 1))
    }
}
