import AditState

/// A source of random numbers.
///
/// ```swift
/// @Dependency(\.random) var random
/// let die = random { Int.random(in: 1...6, using: &$0) }
/// ```
///
/// Copies share their state. Any thread.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// Creates a source of random numbers.
    ///
    /// - Parameter draw: returns 64 random bits, on each call.
    public init(_ draw: @escaping @Sendable () -> UInt64) { self.draw = draw }

    /// A source that yields the same numbers for the same seed (SplitMix64).
    public static func seeded(_ seed: UInt64) -> RandomSource {
        let random = SharedSplitMix64(seed: seed)
        return RandomSource { random.next() }
    }

    /// Returns 64 random bits.
    public func next() -> UInt64 { draw() }

    /// Calls `body` with this source as an `inout` generator.
    ///
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`.
    public func callAsFunction<R>(_ body: (inout RandomSource) throws -> R) rethrows -> R {
        var source = self
        return try body(&source)
    }
}

/// The key of ``DependencyValues/random``. It has no test value: a test sets its numbers.
public enum RandomKey: DependencyKey {
    /// The system's source of randomness.
    public static var liveValue: RandomSource { RandomSource { SystemRandom().next() } }
}

extension DependencyValues {
    /// The source of random numbers.
    public var random: RandomSource {
        get { self[RandomKey.self] }
        set { self[RandomKey.self] = newValue }
    }
}

/// A deterministic generator of random numbers, with one state for all its users (SplitMix64, Steele, Lea, Flood
/// 2014).
final class SharedSplitMix64: @unchecked Sendable {  // The lock guards the state.
    private let lock = Lock()
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    func next() -> UInt64 { lock.withLock { draw() } }

    /// Returns two consecutive numbers.
    func pair() -> (UInt64, UInt64) { lock.withLock { (draw(), draw()) } }

    private func draw() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
