import AditJSON
import CLinux
import Glibc

/// A generator of the system's random numbers. It reads them in blocks, so that a message does not cost a system call.
/// Any thread.
public struct SystemRandom: RandomNumberGenerator, Sendable {
    /// Creates a generator. All generators draw from one block of the process.
    public init() {}

    public func next() -> UInt64 { Block.shared.next() }
}

extension UUID {
    /// Creates a random UUID (version 4), from the system. Any thread.
    public init() {
        let (high, low) = Block.shared.pair()
        self.init(random: high, low)
    }
}

/// The block of the process. A forked child reads a new block; otherwise it would repeat its parent's numbers.
private final class Block: @unchecked Sendable {  // The numbers are accessed under the lock only, one access at a time.
    static let shared = Block()

    private let lock = Lock()
    private let numbers = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: 512)
    @exclusivity(unchecked) private var left = 0
    @exclusivity(unchecked) private var generation = Fork.watch()

    private init() { Fork.protect(lock) }

    func next() -> UInt64 { lock.withLock { draw() } }

    func pair() -> (UInt64, UInt64) { lock.withLock { (draw(), draw()) } }

    private func draw() -> UInt64 {
        if left == 0 || !generation.isCurrent { fill() }
        left -= 1
        return numbers[left]
    }

    /// Reads a block from the system. A signal may interrupt a read; no other error is possible with valid memory.
    private func fill() {
        let bytes = UnsafeMutableRawBufferPointer(numbers)
        var filled = 0
        while filled < bytes.count {
            let drawn = getrandom(bytes.baseAddress.map { $0 + filled }, bytes.count - filled, 0)
            if drawn > 0 { filled += drawn }
        }
        generation = Fork.watch()
        left = numbers.count
    }
}
