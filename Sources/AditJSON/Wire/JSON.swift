/// Any JSON value, for data without a type.
public enum JSON: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An integer of at most 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object.
    case object(JSONObject)

    /// Parses a text; nil if it is not JSON.
    package init?(_ text: UnsafeRawBufferPointer) {
        guard let json = try? JSONReader.read(text, depth: 1024, { (reader) throws(CodingFailure) in JSON(reader) })
        else {
            return nil
        }
        self = json
    }

    /// Reads a value.
    @usableFromInline
    package init(_ value: JSONReader) {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .bool(value.bool ?? false)
        case .integer: self = .integer(value.integer ?? 0)
        case .real: self = .number(value.number ?? 0)
        case .string: self = .string(value.string ?? "")
        case .array:
            var elements: [JSON] = []
            value.forEachElement { elements.append(JSON($0)) }
            self = .array(elements)
        case .object:
            var members: [(key: String, value: JSON)] = []
            value.forEachMember { (key, member) throws(Never) in members.append((key, JSON(member))) }
            self = .object(JSONObject(members))
        }
    }
}

extension JSON: CustomStringConvertible {
    /// The value as JSON; the reason if it has none, such as an infinite number.
    public var description: String {
        let writer = JSONWriter()
        do { try encodeWire(self, to: writer) } catch { return "(\(error))" }
        return writer.text
    }
}

extension JSON: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { self.init(reader) }

    public func write(to writer: JSONWriter) throws(CodingFailure) {
        switch self {
        case .null: writer.writeNull()
        case .bool(let bool): writer.write(bool)
        case .integer(let integer): writer.write(integer)
        case .number(let number): try number.write(to: writer)
        case .string(let string): writer.write(string)
        case .array(let elements): try elements.write(to: writer)
        case .object(let members): try members.write(to: writer)
        }
    }

    public static func schema(in _: SchemaDefinitions) -> Schema { .optional(.any) }
    public static var absent: JSON? { .null }
    public var isAbsent: Bool { self == .null }
}
