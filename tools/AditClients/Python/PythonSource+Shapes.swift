extension PythonSource {
    /// The types in annotations, which are not evaluated.
    static let types = ShapeTypes(
        any: "object", bool: "bool", number: "float", text: "str", constant: { "Literal[\(literal($0))]" },
        integer: { _, _ in "int" }, list: { "Sequence[\($0)]" }, dictionary: { "Mapping[str, \($0)]" },
        optional: { "Optional[\($0)]" })

    /// The function that reads a value of a shape.
    func decode(_ shape: Shape) -> String {
        switch shape {
        case .any: "_any"
        case .bool: "_bool"
        case .constant(let value): "_constant(\(PythonSource.literal(value)))"
        case .integer(let least, let most): "_integer(\(least), \(most))"
        case .number: "_number"
        case .text: "_text"
        case .list(let element): "_list(\(decode(element)))"
        case .dictionary(_, let value): "_dictionary(\(decode(value)))"
        case .optional(let shape): "_nullable(\(decode(shape)))"
        case .named(let name): reader(of: name)
        }
    }

    /// The statements that return what was read of a value. The type of a constant is known only where it is asked for.
    func reading(_ shape: Shape) -> String {
        guard case .constant = shape else { return "return \(decode(shape))(value, path)" }
        return "read: Callable[[object, str], \(type(shape))] = \(decode(shape))\nreturn read(value, path)"
    }

    private func reader(of name: String) -> String {
        switch model[name]?.kind {
        case .cases, .messages, .union, .alias: decoder(of: name)
        default: name + ".from_json"
        }
    }

    /// The name of the function that reads an enum, a union or another name of a type.
    func decoder(of name: String) -> String { "_read_" + Words.snake(name) }

    /// The test for the kind of JSON that a shape has.
    func test(_ shape: Shape) -> String {
        switch shape {
        case .bool, .constant(.bool): "isinstance(value, bool)"
        case .integer: "isinstance(value, int) and not isinstance(value, bool)"
        case .text, .constant(.string): "isinstance(value, str)"
        case .list: "isinstance(value, list)"
        default: "isinstance(value, dict)"
        }
    }

    func words(_ shape: Shape) -> String {
        switch shape {
        case .bool, .constant(.bool): "true or false"
        case .integer: "an integer"
        case .text, .constant(.string): "a text"
        case .list: "an array"
        default: "an object"
        }
    }

    static func literal(_ value: SchemaNode) -> String {
        switch value {
        case .bool(let value): value ? "True" : "False"
        case .string(let text): literal(text)
        default: value.json
        }
    }

    static func literal(_ text: String) -> String { PlainText.literal(text, PlainText.longEscape) }

    func literal(_ value: SchemaNode) -> String { PythonSource.literal(value) }

    static func tuple(_ texts: [String]) -> String {
        texts.count == 1 ? "(\(literal(texts[0])),)" : "(" + texts.map(literal).joined(separator: ", ") + ")"
    }

    /// A doc comment, which follows what it describes; nothing if there is none.
    static func docstring(_ text: String, after separator: String = "") -> String {
        if text.isEmpty { return "" }
        return separator + "\"\"\"" + PlainText.docstring(text) + "\"\"\""
    }
}
