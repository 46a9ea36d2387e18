/// A JSON value that is read part by part: where it stands in a text (``JSONReader``), or in a tree (``JSONValue``).
package protocol JSONNode {
    var kind: JSONReader.Kind { get }
    var string: String? { get }
    var integer: Int64? { get }
    var number: Double? { get }
    var bool: Bool? { get }

    /// Calls `body` with each key and value of an object, in the order of the text.
    func forEachMember<E: Error>(_ body: (String, Self) throws(E) -> Void) throws(E)

    /// Calls `body` with each element of an array, in order.
    func forEachElement<E: Error>(_ body: (Self) throws(E) -> Void) throws(E)
}

extension JSONReader: JSONNode {}
extension JSONValue: JSONNode {}

extension JSONWriter {
    /// Writes a value unchanged: keys in their order, integers and reals as such.
    package func write(_ value: some JSONNode) {
        switch value.kind {
        case .object:
            write(byte: UInt8(ascii: "{"))
            var isFirst = true
            value.forEachMember { (key, member) throws(Never) in
                if !isFirst { write(byte: UInt8(ascii: ",")) }
                isFirst = false
                write(key)
                write(byte: UInt8(ascii: ":"))
                write(member)
            }
            write(byte: UInt8(ascii: "}"))
        case .array:
            write(byte: UInt8(ascii: "["))
            var isFirst = true
            value.forEachElement { (element) throws(Never) in
                if !isFirst { write(byte: UInt8(ascii: ",")) }
                isFirst = false
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
