import CJansson

/// A text that is kept as JSON: the owner of jansson's tree, from which ``JSONValue`` borrows.
///
/// The text is checked by ``JSONReader``, whose errors are those of all texts; jansson makes the tree of it. Types are not
/// read from trees, but from texts. The tree is read-only, and its owner may be transferred to another thread as a whole.
package struct JSONDocument: ~Copyable {
    private let tree: UnsafeMutablePointer<json_t>

    /// Parses `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text of one JSON value.
    ///   - depth: the maximum nesting of objects and arrays.
    /// - Throws: ``JSONSyntaxError`` whenever the text is not strict JSON or nests too deep.
    /// - Complexity: O(n) in the length of the text.
    package init(parsing bytes: UnsafeRawBufferPointer, depth: Int) throws(JSONSyntaxError) {
        tree = try jsonTree(of: bytes, depth: depth)
    }

    /// Parses a text that may nest as deep as jansson allows.
    package init(parsing text: String) throws(JSONSyntaxError) {
        self.tree = try text.utf8.span.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
            try jsonTree(of: bytes, depth: 2048)
        }
    }

    deinit { json_decref(tree) }

    /// Calls `body` with the root value, which borrows from the document and must not escape the call.
    package borrowing func withRoot<R, E: Error>(_ body: (JSONValue) throws(E) -> R) throws(E) -> R {
        try body(JSONValue(tree))
    }
}

/// Makes a tree, with a reference for the caller.
func jsonTree(
    of bytes: UnsafeRawBufferPointer, depth: Int
) throws(JSONSyntaxError) -> UnsafeMutablePointer<json_t> {
    try JSONReader.check(bytes, depth: depth)
    var error = json_error_t()
    let flags = Int(JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY)
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard let tree = FloatingPointEnvironment.withDefault({ json_loadb(start, bytes.count, flags, &error) }) else {
        throw JSONSyntaxError(error, count: bytes.count)
    }
    return tree
}

extension JSONSyntaxError {
    /// jansson's error in a text that is JSON: its memory, or its limit of depth.
    fileprivate init(_ error: json_error_t, count: Int) {
        let code = withUnsafeBytes(of: error.text) { $0.last ?? 0 }
        let text = withUnsafeBytes(of: error.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let position = Int(error.position)
        self.init(
            kind: code == UInt8(json_error_out_of_memory.rawValue) ? .memory : .depth,
            offset: (0...count).contains(position) ? position : nil, text: text.isEmpty ? "not JSON" : text)
    }
}
