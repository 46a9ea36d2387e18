import Foundation

/// Any JSON.
public enum JSONValue: Codable, Hashable, Sendable {
    case null, bool(Bool), integer(Int64), number(Double), text(String), list([JSONValue]), object([String: JSONValue])

    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The form that another value has in JSON.
    public init(of value: some Encodable) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    }

    /// Reads the value as another type.
    ///
    /// - Throws: ``MessageError``, which names the path of what has another form.
    public func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try AditTyped.read(String(decoding: JSONEncoder().encode(self), as: UTF8.self))
    }

    subscript(key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
}

/// Reads a value of a text.
///
/// - Throws: ``MessageError``.
func read<T: Decodable>(_ text: String) throws -> T {
    do { return try JSONDecoder().decode(T.self, from: Data(text.utf8)) } catch let error as DecodingError {
        throw MessageError(error)
    }
}

func write(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
