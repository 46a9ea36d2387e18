import CJansson

/// A text that is kept as JSON: the owner of jansson's tree, from which ``JSONValue`` borrows, and which can be edited in
/// place. One thread at a time.
///
/// The text is checked by ``JSONReader``, whose errors are those of all texts; jansson makes the tree of it. Types are not
/// read from trees, but from texts.
package final class JSONTree {
    /// The root. This object holds a reference, and is the only one that changes the values below it.
    private let node: UnsafeMutablePointer<json_t>

    private init(owning node: UnsafeMutablePointer<json_t>) { self.node = node }

    /// Parses a text.
    ///
    /// - Throws: ``JSONSyntaxError`` whenever it is not strict JSON.
    /// - Complexity: O(n) in the length of the text.
    package convenience init(parsing bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
        // jansson's limit.
        try JSONReader.check(bytes, depth: 2048)
        var error = json_error_t()
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY)
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard let node = FloatingPointEnvironment.withDefault({ json_loadb(start, bytes.count, flags, &error) }) else {
            throw JSONSyntaxError(error, count: bytes.count)
        }
        self.init(owning: node)
    }

    deinit { json_decref(node) }

    /// The value of the root, which borrows from the tree.
    package var root: JSONValue { JSONValue(node) }

    /// Inserts or replaces a member of an object or an element of an array below the root.
    ///
    /// - Parameters:
    ///   - value: a tree, which must not be edited afterwards.
    ///   - key: the key, or the index.
    ///   - parent: the object or the array.
    ///   - inserting: whether an element is inserted, not replaced.
    /// - Returns: false if there is no such place.
    package func set(_ value: JSONTree, at key: String, of parent: JSONValue, inserting: Bool) -> Bool {
        if parent.isObject {
            return withCString(key) { json_object_setn_new_nocheck(parent.node, $0, $1, json_incref(value.node)) } == 0
        }
        guard let index = JSONPointer.index(key) else { return false }
        let held = json_incref(value.node)
        return inserting
            ? json_array_insert_new(parent.node, index, held) == 0 : json_array_set_new(parent.node, index, held) == 0
    }

    /// Removes a member of an object or an element of an array below the root.
    ///
    /// - Returns: its tree; nil if there is no such place.
    package func remove(_ key: String, of parent: JSONValue) -> JSONTree? {
        let index = parent.isObject ? nil : JSONPointer.index(key)
        guard let value = index.map({ parent[$0] }) ?? parent[key], let held = json_incref(value.node) else {
            return nil
        }
        if let index {
            json_array_remove(parent.node, index)
        } else {
            _ = withCString(key) { json_object_deln(parent.node, $0, $1) }
        }
        return JSONTree(owning: held)
    }
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
