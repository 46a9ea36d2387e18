// SPDX-License-Identifier: Apache-2.0

extension GoSource {
    func type(_ shape: Shape) -> String {
        switch shape {
        case .any: "json.RawMessage"
        case .bool: "bool"
        case .constant(let value): value.text == nil ? "bool" : "string"
        case .integer(let least, let most): GoSource.integers.first { $0.1 == least && $0.2 == most }?.0 ?? "int64"
        case .number: "float64"
        case .text(let schema):
            switch Shape.format(of: schema) {
            case .plain: "string"
            case .uuid: "UUID"
            case .timestamp: "Timestamp"
            case .day: "Day"
            }
        case .list(let element): "List[\(type(element))]"
        case .dictionary(_, let value): "Map[\(type(value))]"
        case .optional(let shape): "Nullable[\(type(shape))]"
        case .named(let name): name
        }
    }

    private static let integers: [(String, Int64, Int64)] = [
        ("int8", -128, 127), ("uint8", 0, 255), ("int16", -32768, 32767), ("uint16", 0, 65535),
        ("int32", -2_147_483_648, 2_147_483_647),
        ("uint32", 0, 4_294_967_295),
    ]

    func read(_ shape: Shape) -> String {
        switch shape {
        case .any: "readAny"
        case .bool: "readBool"
        case .constant(let value): value.text == nil ? "readBool" : "readText"
        case .integer(let least, let most): "readInteger[\(type(shape))](\(least), \(most))"
        case .number: "readNumber"
        case .text: "readText"
        case .list(let element): "readList(\(read(element)))"
        case .dictionary(_, let value): "readMap(\(read(value)))"
        case .optional(let shape): "readNullable(\(read(shape)))"
        case .named(let name): "read" + name
        }
    }

    func kind(_ shape: Shape) -> (name: String, field: String) {
        switch shape {
        case .bool: ("true or false", "Bool")
        case .integer: ("a number", "Integer")
        case .text: ("a text", "Text")
        case .list: ("an array", "List")
        default: ("an object", "Options")
        }
    }

    func literal(_ text: String) -> String { SchemaNode.string(text).json }
}
