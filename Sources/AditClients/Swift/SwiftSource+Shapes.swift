// SPDX-License-Identifier: Apache-2.0

extension SwiftSource {
    func type(_ shape: Shape) -> String {
        switch shape {
        case .any: "JSONValue"
        case .bool: "Bool"
        case .constant(let value): value.text == nil ? "Bool" : "String"
        case .integer(let least, let most): SwiftSource.integers.first { $0.1 == least && $0.2 == most }?.0 ?? "Int"
        case .number: "Double"
        case .text(let schema):
            switch Shape.format(of: schema) {
            case .plain: "String"
            case .uuid: "UUIDText"
            case .timestamp: "Timestamp"
            case .day: "Day"
            }
        case .list(let element): "[\(type(element))]"
        case .dictionary(_, let value): "[String: \(type(value))]"
        case .optional(let shape): type(shape) + "?"
        case .named(let name): name
        }
    }

    private static let integers: [(String, Int64, Int64)] = [
        ("Int8", -128, 127), ("UInt8", 0, 255), ("Int16", -32768, 32767), ("UInt16", 0, 65535),
        ("Int32", -2_147_483_648, 2_147_483_647),
        ("UInt32", 0, 4_294_967_295),
    ]

    func kind(_ shape: Shape) -> String {
        switch shape {
        case .bool: "bool"
        case .integer: "integer"
        case .text: "text"
        case .list: "list"
        default: "options"
        }
    }

    func literal(_ text: String) -> String {
        // The escapes of JSON are those of Swift, except for that of a code point.
        SchemaNode.string(text).json.split(separator: "\\u00", omittingEmptySubsequences: false).enumerated().map {
            index, part in
            index == 0 ? String(part) : "\\u{\(part.prefix(2))}" + part.dropFirst(2)
        }.joined()
    }
}
