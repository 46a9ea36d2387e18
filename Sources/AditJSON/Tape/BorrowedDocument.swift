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
    /// - Throws: ``JSONSyntaxError`` whenever the text is not strict JSON or nests too deep.
    /// - Complexity: O(n) in the length of the text.
    package init(parsing bytes: UnsafeRawBufferPointer, depth: Int) throws(JSONSyntaxError) {
        let tape = JSONTape()
        if let root = tape.parse(bytes, depth: depth) {
            self.root = root
            tree = nil
        } else {
            let tree = try JSONDocument(parsing: bytes, depth: depth)
            root = tree.root
            self.tree = consume tree
        }
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
