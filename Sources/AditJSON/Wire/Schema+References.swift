extension Schema {
    /// The names of the types that the schema refers to directly.
    fileprivate var references: [String] {
        switch self {
        case .reference(let name): [name]
        case .optional(let schema), .array(let schema), .dictionary(_, let schema): schema.references
        case .members(let members): members.flatMap(\.schema.references)
        case .cases(let cases): cases.flatMap(\.schema.references)
        case .anyOf(let forms): forms.flatMap(\.references)
        case .secret(let schema, _): schema.references
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

    /// Returns the schema with each reference replaced by the type's schema. No type may refer to itself.
    package func resolved(in definitions: SchemaDefinitions) -> Schema {
        switch self {
        case .reference(let name): definitions.schema(named: name)?.resolved(in: definitions) ?? self
        case .optional(let schema): .optional(schema.resolved(in: definitions))
        case .array(let schema): .array(schema.resolved(in: definitions))
        case .dictionary(let keys, let schema): .dictionary(keys: keys, schema.resolved(in: definitions))
        case .members(let members): .members(members.map { $0.resolved(in: definitions) })
        case .cases(let cases): .cases(cases.map { $0.resolved(in: definitions) })
        case .anyOf(let forms): .anyOf(forms.map { $0.resolved(in: definitions) })
        case .secret(let schema, let mask): .secret(schema.resolved(in: definitions), mask: mask)
        default: self
        }
    }
}

extension Schema.Member {
    fileprivate func resolved(in definitions: SchemaDefinitions) -> Schema.Member {
        Schema.Member(
            name, doc, hasDefault: hasDefault, isAlwaysWritten: isAlwaysWritten, schema.resolved(in: definitions))
    }
}

extension Schema.Case {
    fileprivate func resolved(in definitions: SchemaDefinitions) -> Schema.Case {
        let payload: Payload =
            switch payload {
            case .none: .none
            case .value(let schema, let hasDefault): .value(schema.resolved(in: definitions), hasDefault: hasDefault)
            case .labelled(let members): .labelled(members.map { $0.resolved(in: definitions) })
            }
        return Schema.Case(name, doc, payload, mark: mark)
    }
}
