extension Array: WireCodable where Element: WireCodable {
    // Inlinable, so that each element type has its own code: unspecialized, an id or a date costs three quarters more
    // (`benchmarks/peers/run`).
    @inlinable
    public init(reading reader: JSONReader) throws(CodingFailure) {
        var elements = try reader.elements()
        var array: [Element] = []
        while let element = elements.next() {
            do { array.append(try Element(reading: element)) } catch { throw error.within(array.count) }
        }
        self = array
    }

    @inlinable
    public func write(to writer: JSONWriter) throws(CodingFailure) {
        writer.write(byte: UInt8(ascii: "["))
        for element in self {
            writer.separate()
            try element.write(to: writer)
        }
        writer.write(byte: UInt8(ascii: "]"))
    }

    public static func schema(in definitions: SchemaDefinitions) -> Schema { .array(Element.schema(in: definitions)) }
}

/// A type of dictionary keys on the wire. `String`, ``ByteString``, `Int`, ``UUID`` and ``CalendarDay`` conform, and so
/// does every enum with raw values that has `@Model`.
public protocol WireKey: Hashable {
    /// Creates the key from its text; nil if invalid.
    init?(wireKey text: String)
    /// The key's text.
    var wireKey: String { get }
    /// A pattern of valid texts; nil if any text without a NUL is valid.
    static var wirePattern: String? { get }
}

extension String: WireKey {
    public init?(wireKey text: String) { self = text }
    public var wireKey: String { self }
    public static var wirePattern: String? { nil }
}

extension Int: WireKey {
    /// Parses a number in canonical form: no sign but a minus, no leading zeros.
    public init?(wireKey text: String) {
        self.init(text)
        if description != text { return nil }
    }

    public var wireKey: String { description }

    public static var wirePattern: String? { "^(0|-?[1-9][0-9]{0,17}|-?(\(below(max))|\(max))|\(min))(?![\\s\\S])" }

    /// Returns a pattern of the smaller numbers with the same number of digits.
    private static func below(_ number: Int) -> String {
        let digits = Array(number.description)
        return digits.indices.compactMap { index in
            guard let digit = digits[index].wholeNumberValue, digit > (index == 0 ? 1 : 0) else { return nil }
            return String(digits[..<index]) + "[\(index == 0 ? 1 : 0)-\(digit - 1)][0-9]{\(digits.count - index - 1)}"
        }.joined(separator: "|")
    }
}

extension UUID: WireKey {
    /// Parses the text form, in either case of letters.
    public init?(wireKey text: String) { self.init(text) }
    public var wireKey: String { description }
    public static var wirePattern: String? { Schema.uuidPattern }
}

extension CalendarDay: WireKey {
    public init?(wireKey text: String) { self.init(text) }
    public var wireKey: String { description }
    public static var wirePattern: String? { Schema.calendarDayPattern }
}

// For enums with raw values, whose pattern `@Model` generates.
extension WireKey where Self: RawRepresentable, RawValue == String {
    /// Returns the case whose raw value has these bytes.
    public init?(wireKey text: String) {
        // The compiler's initializer compares the text with each raw value.
        if SlowKey.isFound(in: text) { return nil }
        self.init(rawValue: text)
        if !rawValue.isSpelled(as: text) { return nil }
    }

    public var wireKey: String { rawValue }
}

extension WireKey where Self: RawRepresentable, RawValue: FixedWidthInteger {
    /// Parses a raw value in canonical form: no sign but a minus, no leading zeros.
    public init?(wireKey text: String) {
        guard let number = RawValue(text), number.description == text else { return nil }
        self.init(rawValue: number)
    }

    public var wireKey: String { rawValue.description }
}

extension Dictionary: WireCodable where Key: WireKey, Value: WireCodable {
    // Inlinable, as those of an array: unspecialized, a member costs ten times as much.
    @inlinable
    public init(reading reader: JSONReader) throws(CodingFailure) {
        var members = try reader.members()
        var dictionary = Self()
        while let (name, value) = members.nextUnchecked() {
            let text = name.text
            if Key.self == String.self, SlowKey.isFound(in: name.bytes) {
                throw CodingFailure(path: "", reason: SlowKey.reason)
            }
            guard let key = Key(wireKey: text) else {
                throw CodingFailure(path: "", reason: "found the key \"\(text)\"; a key of \(Key.self) is expected")
            }
            let element: Value
            do { element = try Value(reading: value) } catch { throw error.within(name) }
            // Keys with different bytes may be equal strings. Keys with the same bytes are an error of syntax, which
            // takes precedence.
            guard dictionary.updateValue(element, forKey: key) == nil else { throw reader.doubledKey(text) }
        }
        self = dictionary
    }

    /// Writes the members in the order of their keys' bytes.
    @inlinable
    public func write(to writer: JSONWriter) throws(CodingFailure) {
        writer.write(byte: UInt8(ascii: "{"))
        let members = map { (name: $0.key.wireKey, value: $0.value) }
        for (name, value) in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            if name.hasNUL { throw .keyWithNUL }
            writer.begin(property: name)
            try value.write(to: writer)
        }
        writer.write(byte: UInt8(ascii: "}"))
    }

    public static func schema(in definitions: SchemaDefinitions) -> Schema {
        .dictionary(keys: Key.wirePattern, Value.schema(in: definitions))
    }
}

extension CodingFailure {
    @usableFromInline
    package static let keyWithNUL = CodingFailure(path: "", reason: "found a key with a NUL; one without is expected")
}

extension Optional: WireCodable where Wrapped: WireCodable {
    @inlinable
    public init(reading reader: JSONReader) throws(CodingFailure) {
        self = reader.isNull ? nil : try Wrapped(reading: reader)
    }

    @inlinable
    public func write(to writer: JSONWriter) throws(CodingFailure) {
        if let self { try self.write(to: writer) } else { writer.writeNull() }
    }

    public static func schema(in definitions: SchemaDefinitions) -> Schema {
        .optional(Wrapped.schema(in: definitions))
    }

    @inlinable public static var absent: Self? { .some(nil) }
    @inlinable public var isAbsent: Bool { self == nil }

    public func addCasePath(to path: inout [String]) { self?.addCasePath(to: &path) }

    @inlinable
    public func direction(within outer: CaseDirection) -> CaseDirection {
        self?.direction(within: outer) ?? outer
    }
}
