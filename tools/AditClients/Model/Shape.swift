/// What a value may be: a declared type by its name, or a form that every language has.
indirect enum Shape: Hashable, Sendable {
    /// Any JSON. The node is the schema, which may exclude null.
    case any(SchemaNode)
    case bool
    /// One truth value.
    case constant(SchemaNode)
    case integer(least: Int64, most: Int64)
    /// A double or a float; the node is the schema.
    case number(SchemaNode)
    /// A text; the node is the schema, with its format, pattern and lengths.
    case text(SchemaNode)
    case list(Shape)
    /// An object of any keys; the node is the schema of the keys.
    case dictionary(keys: SchemaNode?, Shape)
    /// A value or null.
    case optional(Shape)
    case named(String)

    /// The format of a text.
    enum Format { case plain, uuid, timestamp, day }

    static func format(of schema: SchemaNode) -> Format {
        switch schema["format"]?.text {
        case "uuid": .uuid
        case "date-time": .timestamp
        case "date": .day
        default: .plain
        }
    }

    /// The shape of the value where it is there and not null.
    var wrapped: Shape { if case .optional(let shape) = self { shape } else { self } }

    var isOptional: Bool { if case .optional = self { true } else { false } }

    /// The names of the types that it mentions.
    var names: [String] {
        switch self {
        case .list(let shape), .dictionary(_, let shape), .optional(let shape): shape.names
        case .named(let name): [name]
        default: []
        }
    }
}

extension Shape {
    /// The name of the form of a union that has it.
    var form: String {
        switch self {
        case .bool, .constant(.bool): "bool"
        case .integer: "integer"
        case .text, .constant(.string): "text"
        case .list: "list"
        default: "options"
        }
    }

    /// The word for a value of it.
    var noun: String {
        switch self {
        case .named(let name): name
        case .list, .dictionary: "values"
        default: "value"
        }
    }
}

extension Shape {
    /// Whether its values are texts, as far as it says that itself.
    var isText: Bool {
        switch self {
        case .text: true
        case .constant(let value): value.text != nil
        default: false
        }
    }
}
