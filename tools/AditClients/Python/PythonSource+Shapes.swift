extension PythonSource {
    /// The types in annotations.
    static let types = ShapeTypes(
        any: "object", bool: "bool", number: "float", text: "str", uuid: "typed.Uuid", timestamp: "typed.Timestamp",
        day: "typed.Day", constant: { "Literal[\(literal($0))]" }, integer: integer, list: { "Sequence[\($0)]" },
        dictionary: { "Mapping[str, \($0)]" }, optional: optional)

    private static let integer: @Sendable (Int64, Int64) -> String = { least, most in
        if (least, most) == (.min, .max) { return "int" }
        let names = ["Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "UInt63"].map { "typed.\($0)" }
        let name = ShapeTypes.sized(names, else: "")(least, most)
        return name.isEmpty ? "Annotated[int, typed.Range(\(least), \(most))]" : name
    }

    static let optional: @Sendable (String) -> String = { $0.hasSuffix(" | None") ? $0 : $0 + " | None" }

    /// A type where it is evaluated: within a generic type, the name of an alias may not be there yet.
    func quoted(_ shape: Shape, below: Bool = false) -> String {
        switch shape {
        case .list(let element): "Sequence[\(quoted(element, below: true))]"
        case .dictionary(_, let value): "Mapping[str, \(quoted(value, below: true))]"
        case .optional(let shape):
            below ? literal(type(.optional(shape))) : PythonSource.optional(quoted(shape))
        case .named(let name): below && model[name]?.isAlias != false ? literal(name) : name
        default: type(shape)
        }
    }

    static func literal(_ value: SchemaNode) -> String {
        switch value {
        case .bool(let value): value ? "True" : "False"
        case .string(let text): literal(text)
        default: value.json
        }
    }

    /// A literal between the quotes of which fewer are in the text, as ruff has it.
    static func literal(_ text: String) -> String {
        func count(_ quote: Unicode.Scalar) -> Int { text.unicodeScalars.count { $0 == quote } }
        return PlainText.literal(text, quote: count("\"") > count("'") ? "'" : "\"", PlainText.longEscape)
    }

    func literal(_ value: SchemaNode) -> String { PythonSource.literal(value) }

    /// A tuple of texts.
    static func tuple(_ texts: [String]) -> String {
        texts.count == 1 ? "(\(literal(texts[0])),)" : "(" + texts.map(literal).joined(separator: ", ") + ")"
    }

    /// A docstring.
    ///
    /// - Parameter indented: how many levels it is indented.
    static func docstring(_ text: String, indented level: Int = 1) -> String {
        let lines = PlainText.wrapped(text, width: 112 - 4 * level)
        return "\"\"\"" + PlainText.docstring(lines.joined(separator: "\n")) + "\"\"\""
    }
}
