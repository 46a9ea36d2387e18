/// A parsed JSON text that is consumed immediately, such as a message or a stored row: its values may point into the
/// text.
///
/// The text is parsed onto a ``JSONTape``, or by jansson if the tape declines it; either way as strictly as a
/// ``JSONDocument``, and with the same errors.
package struct BorrowedDocument: ~Copyable {
    private let tape: JSONTape
    /// jansson's tree, if the tape declined the text.
    private let tree: JSONDocument?
    /// The root value, which borrows from the document and from the text. Outside this type, it is read only where the
    /// document is a borrowed parameter, which lives until the end of the call; elsewhere ``withRoot(_:)`` ensures that.
    package private(set) var root: JSONValue

    /// Parses `bytes`, which must stay valid as long as the document.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text of one JSON value.
    ///   - depth: the maximum nesting of objects and arrays.
    ///   - values: the maximum number of values.
    /// - Throws: ``JSONSyntaxError`` whenever the text is not strict JSON, nests too deep or has too many values.
    /// - Complexity: O(n) in the length of the text, for time and memory. A value takes 48 bytes.
    package init(parsing bytes: UnsafeRawBufferPointer, depth: Int, values: Int = .max) throws(JSONSyntaxError) {
        let tape = JSONTape()
        var isFull = false
        if let root = tape.parse(bytes, depth: depth, values: values, &isFull) {
            self.root = root
            tree = nil
            self.tape = tape
        } else {
            self = try BorrowedDocument(parsingOther: bytes, depth: depth, values: values, instead: tape)
        }
    }

    /// Parses texts that the first tape declines: those with very many values, and those left to jansson.
    @inline(never)
    private init(
        parsingOther bytes: UnsafeRawBufferPointer, depth: Int, values: Int, instead tape: consuming JSONTape
    ) throws(JSONSyntaxError) {
        guard bytes.count > JSONTape.most || bytes.count > values else {
            let tree = try JSONDocument(parsing: bytes, depth: depth)
            let root = tree.root
            self.init(root, tree, tape)
            return
        }
        let bound = ValueBound(of: bytes)
        let large = JSONTape(values: min(bound.values, values), bytes: bytes.count)
        var isFull = false
        if let root = large.parse(bytes, depth: depth, values: values, &isFull) {
            self.init(root, nil, large)
            return
        }
        if isFull, bound.values > values {
            throw JSONSyntaxError(
                kind: .size, offset: nil, text: "the text has more than \(values) values; limits.values allows no more")
        }
        guard bound.treeMemory <= ValueBound.mostMemory(for: bytes.count) else {
            throw JSONSyntaxError(
                kind: .size, offset: nil,
                text: "the text is wrong or unusual somewhere, and has too many values for it to be told where")
        }
        let tree = try JSONDocument(parsing: bytes, depth: depth)
        let root = tree.root
        self.init(root, tree, tape)
    }

    private init(_ root: JSONValue, _ tree: consuming JSONDocument?, _ tape: consuming JSONTape) {
        self.root = root
        self.tree = tree
        self.tape = tape
    }

    /// Parses a text that Adit itself has written or parsed before.
    ///
    /// - Parameter what: the text's name in an error: `what is`. The error does not quote the text, which may have a
    ///   secret.
    /// - Throws: ``CodingFailure`` if it is not JSON nevertheless.
    package init(parsing bytes: UnsafeRawBufferPointer, as what: String) throws(CodingFailure) {
        do { try self.init(parsing: bytes, depth: .max) } catch {
            throw CodingFailure(path: "", reason: "found \(what) no JSON: \(error.sentence)")
        }
    }

    /// Calls `body` with the root value, which borrows from the document and from the text, and must not escape the
    /// call.
    package borrowing func withRoot<R, E: Error>(_ body: (JSONValue) throws(E) -> R) throws(E) -> R {
        try body(root)
    }

    /// Whether the root is an object with one key, which does not begin with `byte`.
    package borrowing func hasOnlyKey(without byte: UInt8) -> Bool { root.isOnlyKey(without: byte) }

    /// Removes the members of the root object whose keys satisfy a condition.
    package mutating func removeMembers(where isRemoved: (UnsafeRawBufferPointer) -> Bool) {
        if root.isTaped {
            root = root.withoutTapedMembers(where: isRemoved)
        } else {
            for var key in root.keys where key.withUTF8({ isRemoved(UnsafeRawBufferPointer($0)) }) {
                tree?.removeMember(key)
            }
        }
    }
}
