/// A reusable buffer for parsing texts without jansson: almost all messages, and the rows of tables.
///
/// jansson allocates a tree for each text, a hash table for each object and a copy of each string, at ten times the
/// cost. Here a value is a ``TapeNode`` in an array, and a string stays in the text.
///
/// The tape accepts the same texts as ``JSONDocument``, and declines rare or invalid ones for jansson to read or
/// refuse: integers of more than 18 digits, texts with very many levels, anything that is not JSON.
/// ``BorrowedDocument`` combines both, and reads a text with very many values on a separate tape.
struct JSONTape: ~Copyable {
    /// The capacity of a reusable tape, in values.
    static let most = 4096
    /// The capacity of a reusable tape for copied strings, in bytes.
    static let mostBytes = 1 << 16

    // One word, as a document is moved often.
    private let memory: UnsafeMutablePointer<TapeMemory>

    /// Creates a tape in the thread's memory, or in separate memory while another tape uses that.
    init() {
        memory = TapeMemory.acquire() ?? TapeMemory.allocate(values: JSONTape.most, bytes: JSONTape.mostBytes)
    }

    /// Creates a larger tape. The system provides memory only for the pages in use.
    init(values: Int, bytes: Int) { memory = TapeMemory.allocate(values: values, bytes: bytes) }

    deinit { TapeMemory.release(memory) }

    /// Parses a text, replacing the previous one.
    ///
    /// - Parameter depth: the maximum nesting of objects and arrays.
    /// - Returns: its value, which borrows from the tape and from the text; nil if ``JSONDocument`` must read it.
    /// - Complexity: O(n) in the length of the text.
    @inline(__always)
    borrowing func parse(_ text: UnsafeRawBufferPointer, depth: Int) -> JSONValue? {
        var isFull = false
        return parse(text, depth: depth, values: .max, &isFull)
    }

    /// - Parameters:
    ///   - values: the maximum number of values.
    ///   - isFull: whether the text has more values, or more than the capacity.
    @inline(__always)
    borrowing func parse(
        _ text: UnsafeRawBufferPointer, depth: Int, values: Int, _ isFull: inout Bool
    ) -> JSONValue? {
        guard let start = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        let nodes = TapeMemory.nodes(of: memory)
        let capacity = memory.pointee.values
        let bytes = UnsafeMutableRawPointer(nodes + capacity).assumingMemoryBound(to: UInt8.self)
        var parser = TapeParser(
            end: start + text.count, text.count, depth: depth, into: nodes, min(capacity, values), bytes,
            memory.pointee.bytes)
        if parser.parse(from: start) { return JSONValue(nodes) }
        isFull = parser.isFull
        return nil
    }
}
