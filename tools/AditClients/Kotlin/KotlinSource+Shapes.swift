extension KotlinSource {
    static let types = ShapeTypes(
        any: "Any?", bool: "Boolean", number: "Double", text: "String",
        integer: { $0 >= Int64(Int32.min) && $1 <= Int64(Int32.max) ? "Int" : "Long" }, list: { "List<\($0)>" },
        dictionary: { "Map<String, \($0)>" }, optional: { $0 + "?" })

    /// The reader of a shape as a value.
    func function(_ shape: Shape) -> String {
        switch shape {
        case .any: "::readAny"
        case .bool: "::readBoolean"
        case .constant(let value): value.text == nil ? "::readBoolean" : "::readText"
        case .number: "::readNumber"
        case .text: "::readText"
        case .named(let name):
            switch model[name]?.kind {
            case .union, .alias: "::read" + name
            default: "{ value, path -> \(name).fromJson(value, path) }"
            }
        default: read(shape)
        }
    }

    /// The reader of a shape, to be called.
    func read(_ shape: Shape) -> String {
        switch shape {
        case .integer(let least, let most):
            type(shape) == "Int"
                ? "readInt(\(least), \(most))" : "readLong(\(least == .min ? "Long.MIN_VALUE" : "\(least)L"), \(most)L)"
        case .list(let element): "readList(\(function(element)))"
        case .dictionary(_, let value): "readMap(\(function(value)))"
        case .optional(let shape): "readNullable(\(function(shape)))"
        case .named(let name):
            switch model[name]?.kind {
            case .union, .alias: "read" + name
            default: name + ".fromJson"
            }
        default: String(function(shape).dropFirst(2))
        }
    }

    func kind(_ shape: Shape) -> String {
        switch shape {
        case .bool, .constant(.bool): "Boolean"
        case .integer: "Long"
        case .text, .constant(.string): "String"
        case .list: "List<*>"
        default: "Map<*, *>"
        }
    }

    static func literal(_ text: String) -> String {
        PlainText.literal(text, escapesDollar: true, PlainText.utf16Escape)
    }
}
