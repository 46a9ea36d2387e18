import Glibc

/// The memory of a tape: this, its values, and the bytes of the strings that it copies.
///
/// Each thread has one, which its tapes use in turn: cores hold none, and threads share none.
struct TapeMemory {
    /// The capacity in values.
    let values: Int
    /// The capacity for copied strings, in bytes.
    let bytes: Int
    /// Whether it is a thread's, which frees it when it ends.
    private(set) var isThreadLocal = false
    /// Whether a tape uses the thread's memory.
    private(set) var isInUse = false

    /// The values, which follow it.
    @inline(__always)
    static func nodes(of memory: UnsafeMutablePointer<TapeMemory>) -> UnsafeMutablePointer<TapeNode> {
        UnsafeMutableRawPointer(memory + 1).assumingMemoryBound(to: TapeNode.self)
    }

    /// Returns the memory of the present thread, for a tape that releases it in the same thread.
    ///
    /// - Returns: nil while another tape uses it, or if the system has no place for a value of each thread.
    @inline(__always)
    static func acquire() -> UnsafeMutablePointer<TapeMemory>? {
        guard let known = pthread_getspecific(key) else { return makeThreadLocal() }
        let memory = known.assumingMemoryBound(to: TapeMemory.self)
        if memory.pointee.isInUse { return nil }
        memory.pointee.isInUse = true
        return memory
    }

    /// Allocates the memory of the present thread, in use.
    @inline(never)
    private static func makeThreadLocal() -> UnsafeMutablePointer<TapeMemory>? {
        let memory = allocate(values: JSONTape.most, bytes: JSONTape.mostBytes)
        guard pthread_setspecific(key, memory) == 0 else {
            memory.deallocate()
            return nil
        }
        memory.pointee.isThreadLocal = true
        memory.pointee.isInUse = true
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
        guard memory.pointee.isThreadLocal else { return memory.deallocate() }
        memory.pointee.isInUse = false
    }

    /// The key of the threads' memory. It is never deleted, as the library is never unloaded.
    private static let key: pthread_key_t = {
        var key = pthread_key_t.max
        let code = pthread_key_create(&key) { $0?.deallocate() }
        // If the process has no key left, one that does not exist: it has no value on any thread.
        return code == 0 ? key : .max
    }()
}
