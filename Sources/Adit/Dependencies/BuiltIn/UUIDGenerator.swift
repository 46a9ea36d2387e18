import AditJSON
import Synchronization

/// Where code has new ids from.
///
/// ```swift
/// @Dependency(\.uuid) var uuid
/// let item = TodoItem(id: uuid(), text: text)
/// ```
///
/// Any thread.
public struct UUIDGenerator: Sendable {
    private let generate: @Sendable () -> UUID

    /// A source of ids.
    ///
    /// - Parameter generate: gives an id, whenever one is asked for.
    public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

    /// One that gives the same id each time.
    public static func constant(_ id: UUID) -> UUIDGenerator { UUIDGenerator { id } }

    /// One that counts, from 00000000-0000-0000-0000-000000000000. Each counts for itself; copies count on together.
    public static var incrementing: UUIDGenerator { incrementing(from: 0) }

    /// One that counts, from the id whose lower 64 bits are a number.
    public static func incrementing(from first: UInt64) -> UUIDGenerator {
        let counter = Counter(first)
        return UUIDGenerator { UUID(high: 0, low: counter.next()) }
    }

    /// One whose ids look random (version 4), and are the same for the same seed. Copies draw on together.
    public static func seeded(_ seed: UInt64) -> UUIDGenerator {
        let random = SharedSplitMix64(seed: seed)
        return UUIDGenerator {
            let (high, low) = random.pair()
            return UUID(random: high, low)
        }
    }

    /// A new id.
    public func callAsFunction() -> UUID { generate() }
}

/// Counts on.
private final class Counter: Sendable {
    private let count: Atomic<UInt64>

    init(_ first: UInt64) { count = Atomic(first) }

    func next() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// The key of ``DependencyValues/uuid``. It has no test value: a test says which ids it gets.
public enum UUIDKey: DependencyKey {
    /// Random ids (version 4), drawn from the system.
    public static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }
}

extension DependencyValues {
    /// New ids.
    public var uuid: UUIDGenerator {
        get { self[UUIDKey.self] }
        set { self[UUIDKey.self] = newValue }
    }
}
