extension FlatSchema {
    /// Defines the texts of a known format that the types have.
    mutating func defineTexts() {
        let docs: [(Shape.Format, String, String)] = [
            (.uuid, "AditUuid", "A UUID of 36 characters."), (.timestamp, "AditTimestamp", "A time, as of RFC 3339."),
            (.day, "AditDay", "A day: 2026-11-21."), (.plain, "AditPointer", "A JSON Pointer, as of RFC 6901."),
        ]
        for (format, name, doc) in docs {
            let text = model.types.lazy.flatMap(\.shapes).flatMap(\.texts).first {
                Shape.format(of: $0) == format && (format != .plain || $0["pattern"]?.text?.hasPrefix("^(/(") == true)
            }
            if let text { add(name, doc, FlatSchema.withoutLookahead(text)) }
        }
        add("AditEmpty", "Nothing more to say.", object([]))
    }
}

extension Shape {
    /// The schemas of its texts.
    fileprivate var texts: [SchemaNode] {
        switch self {
        case .text(let schema): [schema]
        case .list(let shape), .dictionary(_, let shape), .optional(let shape): shape.texts
        default: []
        }
    }
}
