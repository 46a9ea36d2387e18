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

// Texts are compared by bytes, as keys are: String's comparison takes time quadratic in the number of combining marks.
extension JSON: Hashable {
    /// Returns whether two values are the same JSON. Texts are compared by bytes: `é` as one scalar differs from `e`
    /// with an accent. Numbers are compared by bits: 0.0 differs from -0.0.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left.isSpelled(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let bool): hasher.combine(bool)
        case .integer(let integer): hasher.combine(integer)
        case .number(let number): hasher.combine(number.bitPattern)
        case .string(let string): hasher.combine(ByteString(string))
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}
