extension GoSource {
    static let types = ShapeTypes(
        any: "json.RawMessage", bool: "bool", number: "float64", text: "string", uuid: "UUID",
        integer: ShapeTypes.sized(["int8", "uint8", "int16", "uint16", "int32", "uint32"], else: "int64"),
        list: { "List[\($0)]" }, dictionary: { "Map[\($0)]" }, optional: { "Nullable[\($0)]" })

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

    static func literal(_ text: String) -> String { PlainText.literal(text, PlainText.longEscape) }

    func kind(_ shape: Shape) -> (name: String, field: String) {
        switch shape {
        case .bool, .constant(.bool): ("true or false", "Bool")
        case .integer: ("a number", "Integer")
        case .text, .constant(.string): ("a text", "Text")
        case .list: ("an array", "List")
        default: ("an object", "Options")
        }
    }
}
