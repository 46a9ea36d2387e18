/// A JSON value that is read part by part: where it stands in a text (``JSONReader``), or in a tree (``JSONValue``).
package protocol JSONNode {
    var kind: JSONReader.Kind { get }
    var string: String? { get }
    var integer: Int64? { get }
    var number: Double? { get }
    var bool: Bool? { get }

    /// A number in words: `the number 7`.
    var describedNumber: String { get }

    /// The value of a key; nil if this is not an object or the key is absent.
    subscript(key: String) -> Self? { get }

    /// The element of an array; nil if this is not an array or the index is out of range.
    subscript(index: Int) -> Self? { get }

    /// Calls `body` with each key and value of an object, in the order of the text.
    func forEachMember<E: Error>(_ body: (String, Self) throws(E) -> Void) throws(E)

    /// Calls `body` with each element of an array, in order.
    func forEachElement<E: Error>(_ body: (Self) throws(E) -> Void) throws(E)
}

extension JSONReader: JSONNode {}
extension JSONValue: JSONNode {}

extension JSONNode {
    /// The value at a sequence of keys; nil if absent.
    package subscript(keys keys: ArraySlice<String>) -> Self? {
        var value = self
        for token in keys {
            let next = value.kind == .array ? JSONPointer.index(token).flatMap { value[$0] } : value[token]
            guard let next else { return nil }
            value = next
        }
        return value
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
        case .integer, .real: describedNumber
        case .bool: bool == true ? "true" : "false"
        case .null: "null"
        }
    }
}

extension JSONWriter {
    /// Writes a value unchanged: keys in their order, integers and reals as such.
    package func write(_ value: some JSONNode) {
        switch value.kind {
        case .object:
            write(byte: UInt8(ascii: "{"))
            value.forEachMember { (key, member) throws(Never) in
                begin(property: key)
                write(member)
            }
            write(byte: UInt8(ascii: "}"))
        case .array:
            write(byte: UInt8(ascii: "["))
            value.forEachElement { (element) throws(Never) in
                separate()
                write(element)
            }
            write(byte: UInt8(ascii: "]"))
        case .string: write(value.string ?? "")
        case .integer: write(value.integer ?? 0)
        case .real: _ = write(value.number ?? 0)
        case .bool: write(value.bool ?? false)
        case .null: writeNull()
        }
    }
}
