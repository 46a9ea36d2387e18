/// Parses one short text after another into the same memory: the rows of a table.
///
/// jansson makes a tree of its own of each text, a hash table of each object and a copy of each string: eight times the
/// price. Here a value is a ``TapeNode`` in a list, and a string lies where it was, in the text.
///
/// It reads what ``JSONDocument`` would, and leaves to that what is rare or wrong (it says so), so that nothing is read or
/// refused otherwise: escapes by number, integers of more than 18 digits, texts with very many values or levels, whatever is
/// no JSON. One thread at a time.
package final class JSONTape {
    /// How many values it has room for.
    static let most = 4096
    /// How many bytes it has room for, of the strings of a text that had to be copied.
    static let mostBytes = 1 << 16

    // Both are allocated here and freed in deinit. What lies in them is only read while a text is borrowed, and no text is parsed
    // meanwhile.
    private let nodes: UnsafeMutablePointer<TapeNode>
    private let bytes: UnsafeMutablePointer<UInt8>
    private var isBorrowed = false

    package init() {
        nodes = .allocate(capacity: JSONTape.most)
        bytes = .allocate(capacity: JSONTape.mostBytes)
    }

    deinit {
        nodes.deallocate()
        bytes.deallocate()
    }

    /// Calls `body` with the value of a text, which borrows from the tape and from the text, and must not leave the call.
    ///
    /// - Returns: what `body` returns; nil, and nothing was done, where ``JSONDocument`` has to read it.
    /// - Complexity: O(n) in the length of the text.
    @inline(__always)
    package func withRoot<R, E: Error>(
        parsing text: UnsafeRawBufferPointer, _ body: (JSONValue) throws(E) -> R
    ) throws(E) -> R? {
        guard parse(text) else { return nil }
        isBorrowed = true
        defer { isBorrowed = false }
        return try body(JSONValue(nodes))
    }

    private func parse(_ text: UnsafeRawBufferPointer) -> Bool {
        guard !isBorrowed, let start = text.baseAddress else { return false }
        var parser = TapeParser(
            start.assumingMemoryBound(to: UInt8.self), text.count, into: nodes, JSONTape.most, bytes, JSONTape.mostBytes
        )
        return parser.parse()
    }
}
