// SPDX-License-Identifier: Apache-2.0

extension SwiftSource {
    static let types = ShapeTypes(
        any: "JSONValue", bool: "Bool", number: "Double", text: "String", uuid: "UUIDText",
        integer: ShapeTypes.sized(["Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32"], else: "Int"),
        list: { "[\($0)]" }, dictionary: { "[String: \($0)]" }, optional: { $0 + "?" })

    func kind(_ shape: Shape) -> String {
        switch shape {
        case .bool: "bool"
        case .integer: "integer"
        case .text: "text"
        case .list: "list"
        default: "options"
        }
    }

    static func literal(_ text: String) -> String {
        // The escapes of JSON are those of Swift, except for that of a code point.
        SchemaNode.string(text).json.split(separator: "\\u00", omittingEmptySubsequences: false).enumerated().map {
            index, part in
            index == 0 ? String(part) : "\\u{\(part.prefix(2))}" + part.dropFirst(2)
        }.joined()
    }
}
