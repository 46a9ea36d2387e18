extension FlatSchema {
    /// Defines the texts of a known format that the types have.
    mutating func defineTexts() {
        let docs: [(Shape.Format, String, String)] = [
            (.uuid, "AditUuid", "A UUID of 36 characters."), (.timestamp, "AditTimestamp", "A time, as of RFC 3339."),
            (.day, "AditDay", "A day: 2026-11-21."), (.plain, "AditPointer", "A JSON Pointer, as of RFC 6901."),
        ]
        for (format, name, doc) in docs {
            let text = model.types.lazy.flatMap(\.texts).first {
                Shape.format(of: $0) == format && (format != .plain || $0["pattern"]?.text?.hasPrefix("^(/(") == true)
            }
            if let text { add(name, doc, FlatSchema.withoutLookahead(text)) }
        }
        add("AditEmpty", "Nothing more to say.", object([]))
    }
}

extension TypeDeclaration {
    /// The schemas of its texts.
    var texts: [SchemaNode] { shapes.flatMap(\.texts) }

    private var shapes: [Shape] {
        switch kind {
        case .record(let members): members.map(\.shape)
        case .cases(let cases): cases.flatMap(\.shapes)
        case .choices: []
        case .table(let id, let element): [id, element]
        case .alternatives(let forms): forms.flatMap { $0.members.map(\.shape) }
        case .union(let shapes): shapes
        case .alias(let shape): [shape]
        case .messages(let messages): messages.cases.flatMap(\.shapes) + messages.all.map(\.shape)
        }
    }
}

extension Case {
    fileprivate var shapes: [Shape] {
        switch payload {
        case .none: []
        case .value(let shape): [shape]
        case .members(_, let members): members.map(\.shape)
        }
    }
}

extension Shape {
    fileprivate var texts: [SchemaNode] {
        switch self {
        case .text(let schema): [schema]
        case .list(let shape), .dictionary(_, let shape), .optional(let shape): shape.texts
        default: []
        }
    }
}
