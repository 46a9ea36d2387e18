import Adit

/// A JSON value of which each part is kept as it was written: the order of keys, and the digits of numbers.
///
/// ```swift
/// let value = try JSONValue(parsing: #"{"price": 1.50, "id": 7}"#)
/// print(value["price"]?.double, value)   // 1.5 {"price":1.50,"id":7}
/// ```
///
/// Texts are compared by their bytes, numbers by how they are written. Any thread.
public indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// The number as it is written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(Object)

    /// How deep objects and arrays may nest.
    public static let deepest = 1024

    /// Parses a text.
    ///
    /// - Throws: ``JSONSyntaxError`` if it is not strict JSON, or nests more than ``deepest`` levels.
    public init(parsing text: String) throws(JSONSyntaxError) {
        self = try text.utf8.span.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in try JSONValue(parsing: bytes) }
    }

    /// Parses a text.
    ///
    /// - Throws: ``JSONSyntaxError`` if it is not strict JSON, or nests more than ``deepest`` levels.
    public init(parsing bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
        do throws(JSONFailure) {
            self = try JSONReader.read(bytes, depth: JSONValue.deepest) { (reader) throws(CodingFailure) in
                JSONValue(reader)
            }
        } catch {
            switch error {
            case .syntax(let error): throw error
            case .shape: self = .null  // the closure throws nothing
            }
        }
    }

    /// Copies a value.
    public init(_ value: JSONReader) {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .bool(value.bool ?? false)
        case .integer, .real: self = .number(value.numberText ?? "0")
        case .string: self = .string(value.string ?? "")
        case .array:
            var elements: [JSONValue] = []
            value.forEachElement { elements.append(JSONValue($0)) }
            self = .array(elements)
        case .object:
            var members = Object()
            value.forEachMember { (key, member) throws(Never) in members.append(key, JSONValue(member)) }
            self = .object(members)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON in one line.
    public var description: String {
        let writer = JSONWriter()
        write(to: writer)
        return writer.text
    }

    /// Writes the value.
    public func write(to writer: JSONWriter) {
        switch self {
        case .null: writer.writeNull()
        case .bool(let bool): writer.write(bool)
        case .number(let text): writer.write(json: text)
        case .string(let string): writer.write(string)
        case .array(let elements):
            writer.write(literal: "[")
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.write(literal: ",") }
                element.write(to: writer)
            }
            writer.write(literal: "]")
        case .object(let members):
            writer.write(literal: "{")
            for (index, member) in members.enumerated() {
                if index > 0 { writer.write(literal: ",") }
                writer.write(member.key)
                writer.write(literal: ":")
                member.value.write(to: writer)
            }
            writer.write(literal: "}")
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        var object = Object()
        for (key, value) in members { object.append(key, value) }
        self = .object(object)
    }
}

extension JSONValue: Equatable {
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        // Swift's own comparison takes two spellings of a letter for the same text.
        case (.string(let left), .string(let right)): ByteString(left) == ByteString(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

// MARK: - Parts

extension JSONValue {
    /// The truth value; nil for other kinds.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    /// The text; nil for other kinds.
    public var string: String? { if case .string(let string) = self { string } else { nil } }
    /// The elements; nil for other kinds.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// The members; nil for other kinds.
    public var object: Object? { if case .object(let members) = self { members } else { nil } }
    /// The number, if it is written as an integer of at most 64 bits.
    public var integer: Int64? { if case .number(let text) = self { Int64(text) } else { nil } }
    /// The nearest double; nil for other kinds.
    public var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }
    /// Whether it is an object or an array.
    public var hasParts: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    /// The value of a key; nil if this is not an object, or the key is absent.
    public subscript(key: String) -> JSONValue? {
        get { object?[key] }
        set {
            guard case .object(var members) = self else { return }
            self = .null  // so that the members are not copied
            members[key] = newValue
            self = .object(members)
        }
    }

    /// The element at an index; nil if this is not an array, or the index is out of range.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}
