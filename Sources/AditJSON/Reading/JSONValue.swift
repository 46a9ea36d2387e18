import CJansson

/// One value of a parsed text, borrowed from its ``BorrowedDocument`` or ``JSONDocument``.
///
/// A plain pointer, valid as long as the document lives, and cheap to pass. It points at a jansson value, or at a
/// ``TapeNode``, which has the same header with a type that jansson does not use.
@usableFromInline
package struct JSONValue {
    package let node: UnsafeMutablePointer<json_t>

    package init(_ node: UnsafeMutablePointer<json_t>) { self.node = node }

    /// The kinds of JSON value; `integer` and `real` are distinguished by how they were written.
    package enum Kind { case object, array, string, integer, real, bool, null }

    package var kind: Kind {
        if isTaped { return tapedKind }
        return switch node.pointee.type {
        case JSON_OBJECT: .object
        case JSON_ARRAY: .array
        case JSON_STRING: .string
        case JSON_INTEGER: .integer
        case JSON_REAL: .real
        case JSON_TRUE, JSON_FALSE: .bool
        default: .null
        }
    }

    /// Returns whether this is the identical value, not an equal one elsewhere.
    package func isSame(as other: JSONValue) -> Bool { node == other.node }

    /// `null`, which belongs to no document.
    @usableFromInline package static var null: JSONValue { JSONValue(json_null()) }

    package var isNull: Bool { node.pointee.type == JSON_NULL }
    package var isObject: Bool { node.pointee.type.rawValue & (TapeNode.mark - 1) == JSON_OBJECT.rawValue }

    /// The truth value; nil for other kinds.
    package var bool: Bool? {
        switch node.pointee.type {
        case JSON_TRUE: true
        case JSON_FALSE: false
        default: nil
        }
    }

    /// The integer; nil if this is not a number, has a fraction or exceeds 64 bits. `1.0` is the integer 1; a number
    /// written in that form is not an integer from 2⁵³ on, or if a double cannot hold its fraction.
    package var integer: Int64? {
        if isTaped { return tapedInteger }
        return switch node.pointee.type {
        case JSON_INTEGER: json_integer_value(node)
        case JSON_REAL: JSONValue.whole(json_real_value(node))
        default: nil
        }
    }

    static func whole(_ number: Double) -> Int64? { abs(number) < 0x1p53 ? Int64(exactly: number) : nil }

    /// The number; nil for other kinds.
    package var number: Double? {
        if isTaped { return tapedNumber }
        return switch node.pointee.type {
        case JSON_INTEGER: Double(nearestTo: json_integer_value(node))
        case JSON_REAL: json_real_value(node)
        default: nil
        }
    }

    /// The text; nil for other kinds.
    package var string: String? {
        utf8.map { String(checked: $0) }
    }

    /// The bytes of the text, valid UTF-8, borrowed from the document; nil for other kinds.
    package var utf8: UnsafeBufferPointer<UInt8>? {
        if isTaped { return tapedBytes }
        guard let start = json_string_value(node) else { return nil }
        let count = json_string_length(node)
        return UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
    }
}

extension JSONValue {
    /// The number of members of an object or elements of an array; 0 for other kinds.
    package var count: Int {
        isTaped ? tapedCount : isObject ? json_object_size(node) : json_array_size(node)
    }

    /// The element of an array; nil if this is not an array or the index is out of range.
    package subscript(index: Int) -> JSONValue? {
        if isTaped { return tapedElement(index) }
        return index < 0 ? nil : json_array_get(node, index).map(JSONValue.init)
    }

    /// Returns the element at an index. With the previous one given, it does not iterate from the start.
    package func element(_ index: Int, after last: JSONValue?) -> JSONValue? {
        isTaped ? tapedElement(index, after: last) : json_array_get(node, index).map(JSONValue.init)
    }

    /// Calls `body` with each element of an array, in order.
    package func forEachElement<E: Error>(_ body: (JSONValue) throws(E) -> Void) throws(E) {
        var last: JSONValue?
        for index in 0..<(kind == .array ? count : 0) {
            guard let element = element(index, after: last) else { return }
            last = element
            try body(element)
        }
    }

    /// The value of a key; nil if this is not an object or the key is absent.
    package subscript(key: String) -> JSONValue? {
        var key = key
        return key.withUTF8 { bytes in
            guard let start = UnsafeRawPointer(bytes.baseAddress) else { return nil }
            if isTaped { return tapedMember(UnsafeRawBufferPointer(bytes)) }
            return json_object_getn(node, start.assumingMemoryBound(to: CChar.self), bytes.count).map(JSONValue.init)
        }
    }

    /// Calls `body` with each key and value of an object, in the order of the text.
    package func forEachMember<E: Error>(_ body: (String, JSONValue) throws(E) -> Void) throws(E) {
        if isTaped {
            var member = firstTapedMember
            while let (key, value) = nextTapedMember(&member) { try body(String(decoding: key, as: UTF8.self), value) }
            return
        }
        var member = json_object_iter(node)
        while let current = member {
            if let key = json_object_iter_key(current), let value = json_object_iter_value(current) {
                let bytes = UnsafeRawBufferPointer(start: key, count: json_object_iter_key_len(current))
                try body(String(decoding: bytes, as: UTF8.self), JSONValue(value))
            }
            member = json_object_iter_next(node, current)
        }
    }

    /// The first key of an object; nil if this is not an object or it is empty.
    package var firstKey: String? {
        if isTaped {
            var member = firstTapedMember
            return nextTapedMember(&member).map { String(decoding: $0.key, as: UTF8.self) }
        }
        guard let member = json_object_iter(node), let key = json_object_iter_key(member) else { return nil }
        return String(
            decoding: UnsafeRawBufferPointer(start: key, count: json_object_iter_key_len(member)), as: UTF8.self)
    }

    /// The only member of an object; nil if this is not an object or has another number of members.
    @inline(__always)
    var onlyMember: (key: JSONKey, value: JSONValue)? { onlyTapedMember ?? onlyTreeMember }

    /// The only member of an object of jansson; nil for other values.
    var onlyTreeMember: (key: JSONKey, value: JSONValue)? {
        guard !isTaped, isObject, json_object_size(node) == 1, let member = json_object_iter(node),
            let key = json_object_iter_key(member), let value = json_object_iter_value(member)
        else { return nil }
        let start = UnsafeRawPointer(key).assumingMemoryBound(to: UInt8.self)
        return (JSONKey(start: start, count: json_object_iter_key_len(member)), JSONValue(value))
    }

    /// Returns whether this is an object with one key, which does not begin with `byte`.
    func isOnlyKey(without byte: UInt8) -> Bool {
        guard let (key, _) = onlyMember else { return false }
        return key.count == 0 || key[0] != byte
    }

    /// The keys of an object, in the order of the text.
    package var keys: [String] {
        var keys: [String] = []
        forEachMember { (key, _) throws(Never) in keys.append(key) }
        return keys
    }

    /// A description for error texts: `a string`, `the number 7`, `null`.
    package var description: String {
        switch kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .integer: "the number \(integer ?? 0)"
        case .real where node.pointee.type == TapeNode.rounded: "a number close to \(number ?? 0)"
        case .real: "the number \(number ?? 0)"
        case .bool: bool == true ? "true" : "false"
        case .null: "null"
        }
    }
}
