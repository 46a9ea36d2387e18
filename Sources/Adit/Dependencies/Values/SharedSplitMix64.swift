import AditState

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
