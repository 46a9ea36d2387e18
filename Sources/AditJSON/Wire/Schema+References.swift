extension Schema {
    /// The names of the types that the schema refers to directly.
    fileprivate var references: [String] {
        switch self {
        case .reference(let name): [name]
        case .optional(let schema), .array(let schema), .dictionary(_, let schema): schema.references
        case .members(let members): members.flatMap(\.schema.references)
        case .cases(let cases): cases.flatMap(\.references)
        case .anyOf(let forms): forms.flatMap(\.references)
        default: []
        }
    }

    /// Returns the types that schemas refer to, directly or indirectly, sorted by name.
    ///
    /// - Parameter definitions: all defined types.
    package static func definitions(
        behind schemas: [Schema], among definitions: [SchemaDefinitions.Definition]
    ) -> [SchemaDefinitions.Definition] {
        let all = Dictionary(definitions.map { ($0.name, $0) }) { first, _ in first }
        var found: [String: SchemaDefinitions.Definition] = [:]
        var rest = schemas.flatMap(\.references)
        while let name = rest.popLast() {
            guard found[name] == nil, let definition = all[name] else { continue }
            found[name] = definition
            rest += definition.schema.references
        }
        return found.values.sorted { $0.name < $1.name }
    }
}

extension Schema.Case {
    fileprivate var references: [String] {
        switch payload {
        case .none: []
        case .value(let schema, _): schema.references
        case .labelled(let members): members.flatMap(\.schema.references)
        }
    }
}
