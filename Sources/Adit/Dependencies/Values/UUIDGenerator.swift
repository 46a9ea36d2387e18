import AditJSON
import AditState
import Synchronization

/// A generator of new ids.
///
/// ```swift
/// @Dependency(\.uuid) var uuid
/// let item = TodoItem(id: uuid(), text: text)
/// ```
///
/// Any thread.
public struct UUIDGenerator: Sendable {
    private let generate: @Sendable () -> UUID

    /// Creates a generator of ids.
    ///
    /// - Parameter generate: returns an id, on each call.
    public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

    /// A generator that always returns the same id.
    public static func constant(_ id: UUID) -> UUIDGenerator { UUIDGenerator { id } }

    /// A generator that counts from 00000000-0000-0000-0000-000000000000. Copies share the counter; each new generator
    /// has its own.
    public static var incrementing: UUIDGenerator { incrementing(from: 0) }

    /// A generator that counts from the id whose lower 64 bits are `first`.
    public static func incrementing(from first: UInt64) -> UUIDGenerator {
        let counter = Counter(first)
        return UUIDGenerator { UUID(high: 0, low: counter.next()) }
    }

    /// A generator of pseudorandom ids (version 4), the same for the same seed. Copies share their state.
    public static func seeded(_ seed: UInt64) -> UUIDGenerator {
        let random = SharedSplitMix64(seed: seed)
        return UUIDGenerator {
            let (high, low) = random.pair()
            return UUID(random: high, low)
        }
    }

    /// Returns a new id.
    public func callAsFunction() -> UUID { generate() }
}

/// A thread-safe counter.
private final class Counter: Sendable {
    private let count: Atomic<UInt64>

    init(_ first: UInt64) { count = Atomic(first) }

    func next() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// The key of ``DependencyValues/uuid``. It has no test value: a test sets its ids.
public enum UUIDKey: DependencyKey {
    /// Random ids (version 4), from the system.
    public static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }
}

extension DependencyValues {
    /// The generator of new ids.
    public var uuid: UUIDGenerator {
        get { self[UUIDKey.self] }
        set { self[UUIDKey.self] = newValue }
    }
}
