import Glibc

/// The memory of a tape: this, its values, and the bytes of the strings that it copies.
///
/// A thread keeps one, which its tapes use one after the other: cores hold none, and threads that parse at once share
/// none.
struct TapeMemory {
    /// The capacity in values.
    let values: Int
    /// The capacity for copied strings, in bytes.
    let bytes: Int
    /// Whether a thread keeps it, until the thread ends.
    private(set) var isKept = false
    /// Whether a tape uses what the thread keeps.
    private(set) var isLent = false

    /// The values, which follow it.
    @inline(__always)
    static func nodes(of memory: UnsafeMutablePointer<TapeMemory>) -> UnsafeMutablePointer<TapeNode> {
        UnsafeMutableRawPointer(memory + 1).assumingMemoryBound(to: TapeNode.self)
    }

    /// Returns what the present thread keeps, for a tape that releases it in the same thread.
    ///
    /// - Returns: nil while another tape uses it, or if the system has no place for a value of each thread.
    @inline(__always)
    static func lend() -> UnsafeMutablePointer<TapeMemory>? {
        guard let kept = pthread_getspecific(key) else { return keep() }
        let memory = kept.assumingMemoryBound(to: TapeMemory.self)
        if memory.pointee.isLent { return nil }
        memory.pointee.isLent = true
        return memory
    }

    /// Gives the thread its memory, lent.
    @inline(never)
    private static func keep() -> UnsafeMutablePointer<TapeMemory>? {
        let memory = allocate(values: JSONTape.most, bytes: JSONTape.mostBytes)
        guard pthread_setspecific(key, memory) == 0 else {
            memory.deallocate()
            return nil
        }
        memory.pointee.isKept = true
        memory.pointee.isLent = true
        return memory
    }

    @inline(never)
    static func allocate(values: Int, bytes: Int) -> UnsafeMutablePointer<TapeMemory> {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<TapeMemory>.stride + values * MemoryLayout<TapeNode>.stride + bytes,
            alignment: MemoryLayout<TapeMemory>.alignment
        ).bindMemory(to: TapeMemory.self, capacity: 1)
        memory.initialize(to: TapeMemory(values: values, bytes: bytes))
        return memory
    }

    /// Ends the use by a tape.
    @inline(__always)
    static func release(_ memory: UnsafeMutablePointer<TapeMemory>) {
        guard memory.pointee.isKept else { return memory.deallocate() }
        memory.pointee.isLent = false
    }

    /// The key of what each thread keeps. It is never deleted, as the library is never unloaded.
    private static let key: pthread_key_t = {
        var key = pthread_key_t.max
        let code = pthread_key_create(&key) { $0?.deallocate() }
        // No thread has a value for a key that is none.
        return code == 0 ? key : .max
    }()
}
