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
