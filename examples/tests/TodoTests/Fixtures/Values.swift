import Adit
import Synchronization

@testable import TodoCore

/// The id `00000000-0000-4000-8000-…` of a number.
func uuid(_ number: Int) -> UUID { UUID(high: 0x4000, low: 0x8000_0000_0000_0000 + UInt64(number)) }

extension Timestamp {
    /// 2026-11-21T09:30:00Z.
    static let morning = epoch + .seconds(1_795_253_400)
    /// 2026-11-21T18:00:00.5Z.
    static let evening = morning + .milliseconds(30_600_500)
    /// 2026-11-22T09:30:00Z.
    static let nextMorning = morning + .seconds(86_400)
}

extension CalendarDay {
    /// 2026-11-21.
    static let today = CalendarDay(of: .morning)
}

extension UUIDGenerator {
    /// Ids of the numbers from `first` on.
    static func numbered(from first: Int = 1) -> UUIDGenerator {
        let numbers = Numbers(first)
        return UUIDGenerator { uuid(numbers.next()) }
    }

    private final class Numbers: Sendable {
        private let number: Atomic<Int>

        init(_ first: Int) { number = Atomic(first) }

        func next() -> Int { number.add(1, ordering: .relaxed).oldValue }
    }
}

extension TodoItem {
    /// An item with a number for an id, created in the morning.
    static func numbered(
        _ number: Int, _ text: String = "Hey Ho", completed: Bool = false, due: Timestamp? = nil,
        alterDate: Timestamp? = nil
    ) -> TodoItem {
        TodoItem(
            id: uuid(number), text: text, completed: completed, created: .morning, due: due, alterDate: alterDate)
    }
}

extension Store {
    /// A store that holds some elements.
    static func holding(_ elements: TodoState.Element...) -> Store {
        let store = createStore()
        for element in elements { store.change(.add(element)) }
        return store
    }
}
