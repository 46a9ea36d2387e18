import CJansson

/// One value of a tree of jansson, borrowed from its ``JSONTree``.
///
/// A plain pointer, valid as long as the tree lives, and cheap to pass. It is read through jansson's functions.
package struct JSONValue {
    let node: UnsafeMutablePointer<json_t>

    init(_ node: UnsafeMutablePointer<json_t>) { self.node = node }

    package var kind: JSONReader.Kind {
        switch json_type_of(node) {
        case JSON_OBJECT: .object
        case JSON_ARRAY: .array
        case JSON_STRING: .string
        case JSON_INTEGER: .integer
        case JSON_REAL: .real
        case JSON_TRUE, JSON_FALSE: .bool
        default: .null
        }
    }

    package var isNull: Bool { kind == .null }
    package var isObject: Bool { kind == .object }

    /// The truth value; nil for other kinds.
    package var bool: Bool? { kind == .bool ? json_type_of(node) == JSON_TRUE : nil }

    /// The integer; nil for other kinds.
    package var integer: Int64? { kind == .integer ? json_integer_value(node) : nil }

    /// The number; nil for other kinds.
    package var number: Double? {
        switch kind {
        case .integer: Double(nearestTo: json_integer_value(node))
        case .real: json_real_value(node)
        default: nil
        }
    }

    /// The text; nil for other kinds.
    package var string: String? {
        guard let start = json_string_value(node) else { return nil }
        let bytes = UnsafeRawBufferPointer(start: start, count: json_string_length(node))
        return String(checked: bytes.assumingMemoryBound(to: UInt8.self))
    }
}

extension JSONValue {
    /// The number of members of an object or elements of an array; 0 for other kinds.
    package var count: Int { isObject ? json_object_size(node) : json_array_size(node) }

    /// The element of an array; nil if this is not an array or the index is out of range.
    package subscript(index: Int) -> JSONValue? {
        index < 0 ? nil : json_array_get(node, index).map(JSONValue.init)
    }

    /// Calls `body` with each element of an array, in order.
    package func forEachElement<E: Error>(_ body: (JSONValue) throws(E) -> Void) throws(E) {
        for index in 0..<json_array_size(node) {
            if let element = self[index] { try body(element) }
        }
    }

    /// The value of a key; nil if this is not an object or the key is absent.
    package subscript(key: String) -> JSONValue? {
        withCString(key) { json_object_getn(node, $0, $1) }.map(JSONValue.init)
    }

    /// Calls `body` with each key and value of an object, in the order of the text.
    package func forEachMember<E: Error>(_ body: (String, JSONValue) throws(E) -> Void) throws(E) {
        var member = json_object_iter(node)
        while let current = member {
            if let key = json_object_iter_key(current), let value = json_object_iter_value(current) {
                let bytes = UnsafeRawBufferPointer(start: key, count: json_object_iter_key_len(current))
                try body(String(decoding: bytes, as: UTF8.self), JSONValue(value))
            }
            member = json_object_iter_next(node, current)
        }
    }

    package var describedNumber: String { integer.map { "the number \($0)" } ?? "the number \(number ?? 0)" }
}

/// Calls `body` with a key's bytes and their number.
func withCString<R>(_ key: String, _ body: (UnsafePointer<CChar>?, Int) -> R) -> R {
    var key = key
    return key.withUTF8 { bytes in
        body(UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
}
