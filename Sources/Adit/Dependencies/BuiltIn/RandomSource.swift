/// Where code has random numbers from.
///
/// ```swift
/// @Dependency(\.random) var random
/// let die = random { Int.random(in: 1...6, using: &$0) }
/// ```
///
/// Copies draw on from the same source. Any thread.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// A source of random numbers.
    ///
    /// - Parameter draw: gives 64 random bits, whenever they are asked for.
    public init(_ draw: @escaping @Sendable () -> UInt64) { self.draw = draw }

    /// One whose numbers are the same for the same seed (SplitMix64).
    public static func seeded(_ seed: UInt64) -> RandomSource {
        let random = SharedSplitMix64(seed: seed)
        return RandomSource { random.next() }
    }

    /// 64 random bits.
    public func next() -> UInt64 { draw() }

    /// Uses this source for something that wants a generator to change.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    public func callAsFunction<R>(_ body: (inout RandomSource) throws -> R) rethrows -> R {
        var source = self
        return try body(&source)
    }
}

/// The key of ``DependencyValues/random``. It has no test value: a test says which numbers it gets.
public enum RandomKey: DependencyKey {
    /// The system's randomness.
    public static var liveValue: RandomSource { RandomSource { SystemRandom().next() } }
}

extension DependencyValues {
    /// Random numbers.
    public var random: RandomSource {
        get { self[RandomKey.self] }
        set { self[RandomKey.self] = newValue }
    }
}
