/// A parsed JSON text that is read at once, as messages and stored rows are: its values may lie in the text.
///
/// The text is parsed on a ``JSONTape``, or, where that leaves it, by jansson; either way as strictly as a
/// ``JSONDocument``, and with the same errors.
package struct BorrowedDocument: ~Copyable {
    private let tape: JSONTape
    /// What jansson has made of it, where it had to.
    private let tree: JSONDocument?
    @usableFromInline private(set) var root: JSONValue

    /// Parses `bytes`, which have to stay as long as this does.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text of one JSON value.
    ///   - depth: how deep objects and arrays may nest.
    ///   - values: how many values it may have.
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

    /// Parses what the first tape does not: texts with very many values, or that are left to jansson.
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

    /// Parses a text that was written, or parsed before, by Adit itself.
    ///
    /// - Parameter what: what the text is, for an error: `what is`.
    /// - Throws: ``CodingFailure`` where it is no JSON all the same.
    package init(parsing bytes: UnsafeRawBufferPointer, as what: String) throws(CodingFailure) {
        do { try self.init(parsing: bytes, depth: .max) } catch {
            throw CodingFailure(path: "", reason: "found \(what) no JSON: \(error.text)")
        }
    }

    /// Calls `body` with the value at the top, which borrows from the document and from the text, and must not leave the call.
    @inlinable
    @inline(__always)
    package borrowing func withRoot<R, E: Error>(_ body: (JSONValue) throws(E) -> R) throws(E) -> R {
        try body(root)
    }

    /// Takes those members out of the object at the top whose keys begin with a byte.
    package mutating func removeMembers(startingWith byte: UInt8) {
        if root.isTaped {
            root = root.withoutTapedMembers { $0.first == byte }
        } else {
            for key in root.keys where key.utf8.first == byte { tree?.removeMember(key) }
        }
    }
}
