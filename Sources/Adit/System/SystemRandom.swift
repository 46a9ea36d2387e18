import AditJSON
import CLinux
import Glibc

/// The system's randomness, drawn in blocks, so that a message does not cost a system call. Any thread.
public struct SystemRandom: RandomNumberGenerator, Sendable {
    public init() {}

    public func next() -> UInt64 { Block.shared.next() }
}

extension UUID {
    /// A random UUID (version 4), drawn from the system. Any thread.
    public init() {
        var generator = SystemRandom()
        self.init(using: &generator)
    }
}

/// One block for the process. A forked child draws a block of its own, or it would repeat its parent's numbers.
private final class Block: @unchecked Sendable {  // The numbers are touched under the lock only.
    static let shared = Block()

    private let lock = Lock()
    private var numbers: [UInt64] = []
    private var generation = Fork.generation

    private init() { Fork.protect(lock) }

    func next() -> UInt64 {
        lock.withLock {
            if generation == Fork.generation, let number = numbers.popLast() { return number }
            generation = Fork.generation
            numbers = [UInt64](repeating: 0, count: Block.size)
            numbers.withUnsafeMutableBytes(Block.fill)
            return numbers.removeLast()
        }
    }

    private static let size = 512

    /// Draws bytes from the system. A signal may cut a draw short; nothing else can go wrong with memory of our own.
    private static func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        var filled = 0
        while filled < bytes.count {
            let drawn = getrandom(bytes.baseAddress.map { $0 + filled }, bytes.count - filled, 0)
            if drawn > 0 { filled += drawn }
        }
    }
}
