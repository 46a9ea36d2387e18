/// Code that returns a type's schema.
enum SchemaWriting {
    /// - Parameter schema: statements that describe the type's values.
    static func function(_ schema: String, doc: String, in context: TypeContext) -> String {
        """
        \(context.access)static func schema(in definitions: Adit.SchemaDefinitions) -> Adit.Schema\(context.whereClause) {
            definitions.define(Self.self, \(doc.literal)) {
        \(schema.indented(2))
            }
        }
        """
    }

    /// Returns statements for the schema of a struct.
    static func structure(_ properties: [WireValue]) -> String {
        let inferred = properties.compactMap(\.schemaStatement)
        return (inferred + ["return .members(\(members(properties)))"]).joined(separator: "\n")
    }

    static func members(_ values: [WireValue]) -> String {
        list(
            values.map { value in
                let hasDefault = value.defaultValue == nil ? "" : " hasDefault: true, isAlwaysWritten: true,"
                return "Adit.Schema.Member(\(value.key.literal), \(value.doc.literal),\(hasDefault) \(value.schema))"
            })
    }

    static func cases(of shape: EnumShape) -> String {
        list(
            shape.cases.map { wireCase in
                let values = "\(wireCase.key.literal), \(wireCase.doc.literal), \(payload(wireCase.payload))"
                return "Adit.Schema.Case(\(values)\(text(of: shape.mark(of: wireCase))))"
            })
    }

    private static func text(of mark: DirectionMark?) -> String {
        switch mark {
        case .marked(let direction): ", mark: .marked(.\(direction))"
        case .named(let direction): ", mark: .named(.\(direction))"
        case nil: ""
        }
    }

    private static func payload(_ payload: WireCase.Payload) -> String {
        switch payload {
        case .none: ".none"
        case .value(let value):
            value.defaultValue == nil ? ".value(\(value.schema))" : ".value(\(value.schema), hasDefault: true)"
        case .labelled(let values): ".labelled(\(members(values.compactMap { $0 })))"
        }
    }

    /// Returns an array literal with one element per line.
    static func list(_ elements: [String]) -> String {
        elements.isEmpty ? "[]" : "[\n\(elements.joined(separator: ",\n").indented())\n]"
    }
}
