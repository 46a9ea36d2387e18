import Synchronization

/// The memory that a text is parsed into, where jansson need not: that of all but rare messages, and of the rows of tables.
///
/// jansson makes a tree of its own of each text, a hash table of each object and a copy of each string: ten times the
/// price. Here a value is a ``TapeNode`` in a list, and a string lies where it was, in the text.
///
/// It reads what ``JSONDocument`` would, and leaves to that what is rare or wrong (it says so), so that nothing is read or
/// refused otherwise: integers of more than 18 digits, texts with very many levels, whatever is no JSON.
/// ``BorrowedDocument`` does both, and reads a text with very many values on a tape of its own.
struct JSONTape: ~Copyable {
    /// How many values one has room for that is used again.
    static let most = 4096
    /// How many bytes it has room for, of the strings of a text that had to be copied.
    static let mostBytes = 1 << 16

    /// Taken in init, and given back in deinit. The bytes lie behind the nodes.
    private let nodes: UnsafeMutablePointer<TapeNode>
    /// How much room it has.
    private let capacity: Int
    private let byteCapacity: Int

    init() {
        nodes = spareTape.exchange(nil, ordering: .acquiring) ?? JSONTape.allocate(JSONTape.most, JSONTape.mostBytes)
        capacity = JSONTape.most
        byteCapacity = JSONTape.mostBytes
    }

    /// One that has room for more: of memory that is not used, the system gives none.
    init(values: Int, bytes: Int) {
        nodes = JSONTape.allocate(values, bytes)
        capacity = values
        byteCapacity = bytes
    }

    deinit {
        guard capacity == JSONTape.most, byteCapacity == JSONTape.mostBytes else {
            return UnsafeMutableRawPointer(nodes).deallocate()
        }
        // Somebody else may have given one back meanwhile.
        if let other = spareTape.exchange(nodes, ordering: .acquiringAndReleasing) {
            UnsafeMutableRawPointer(other).deallocate()
        }
    }

    @inline(never)
    private static func allocate(_ most: Int, _ bytes: Int) -> UnsafeMutablePointer<TapeNode> {
        UnsafeMutableRawPointer.allocate(
            byteCount: most * MemoryLayout<TapeNode>.stride + bytes, alignment: MemoryLayout<TapeNode>.alignment
        ).bindMemory(to: TapeNode.self, capacity: most)
    }

    /// Parses a text, in place of the one before it.
    ///
    /// - Parameter depth: how deep objects and arrays may nest.
    /// - Returns: its value, which borrows from the tape and from the text; nil where ``JSONDocument`` has to read it.
    /// - Complexity: O(n) in the length of the text.
    @inline(__always)
    borrowing func parse(_ text: UnsafeRawBufferPointer, depth: Int) -> JSONValue? {
        var isFull = false
        return parse(text, depth: depth, values: .max, &isFull)
    }

    /// - Parameters:
    ///   - values: how many values it may have.
    ///   - isFull: whether the text has more, or more than there is room for.
    @inline(__always)
    borrowing func parse(
        _ text: UnsafeRawBufferPointer, depth: Int, values: Int, _ isFull: inout Bool
    ) -> JSONValue? {
        guard let start = text.baseAddress else { return nil }
        let bytes = UnsafeMutableRawPointer(nodes + capacity).assumingMemoryBound(to: UInt8.self)
        var parser = TapeParser(
            start.assumingMemoryBound(to: UInt8.self), text.count, depth: depth, into: nodes,
            min(capacity, values), bytes, byteCapacity)
        if parser.parse() { return JSONValue(nodes) }
        isFull = parser.isFull
        return nil
    }
}

/// One that nobody uses, of the whole process: a core at rest has none, and threads that parse at once make some of their own.
/// Unchecked, as pointers are not Sendable: whoever takes it has it alone.
private nonisolated(unsafe) let spareTape = Atomic<UnsafeMutablePointer<TapeNode>?>(nil)
