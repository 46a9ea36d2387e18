extension FlatSchema {
    static func reference(_ name: String) -> SchemaNode { .object([SchemaMember("$ref", .string("#/$defs/\(name)"))]) }

    func object(_ members: [Member]) -> SchemaNode {
        let properties = members.map { member in
            var parts = schema(member.shape).members
            if !member.doc.isEmpty { parts.insert(SchemaMember("description", .string(member.doc)), at: 0) }
            return SchemaMember(member.key, .object(parts))
        }
        let required = members.filter(\.isRequired).map { SchemaNode.string($0.key) }
        return .object(
            [SchemaMember("type", .string("object")), SchemaMember("properties", .object(properties))]
                + (required.isEmpty ? [] : [SchemaMember("required", .array(required))])
                + [SchemaMember("additionalProperties", .bool(false))])
    }

    static func choices(_ choices: [Choice]) -> SchemaNode {
        let kind = choices.areTexts ? "string" : "integer"
        var members = [SchemaMember("type", .string(kind)), SchemaMember("enum", .array(choices.map(\.value)))]
        if choices.contains(where: { !$0.doc.isEmpty }) {
            members.append(SchemaMember("x-enum-descriptions", .array(choices.map { .string($0.doc) })))
        }
        return .object(members)
    }

    func schema(_ shape: Shape) -> SchemaNode {
        func typed(_ name: String, _ more: [SchemaMember] = []) -> SchemaNode {
            .object([SchemaMember("type", .string(name))] + more)
        }
        switch shape {
        case .any(let schema), .number(let schema): return schema
        case .bool: return typed("boolean")
        case .constant(let value):
            let kind = value.text != nil ? "string" : "boolean"
            return typed(kind, [SchemaMember("const", value)])
        case .integer(let least, let most):
            return typed("integer", FlatSchema.bounds(least, most))
        case .text(let schema): return text(schema)
        case .list(let element): return typed("array", [SchemaMember("items", self.schema(element))])
        case .dictionary(let keys, let value):
            let names = keys.map { [SchemaMember("propertyNames", FlatSchema.withoutLookahead($0))] } ?? []
            return typed("object", names + [SchemaMember("additionalProperties", self.schema(value))])
        case .optional(let shape):
            return .object([SchemaMember("anyOf", .array([self.schema(shape), typed("null")]))])
        case .named(let name): return FlatSchema.reference(name)
        }
    }

    /// Bounds of 64 bits are a format: the numbers beyond are none of JSON to Adit, and many generators cannot read them.
    private static func bounds(_ least: Int64, _ most: Int64) -> [SchemaMember] {
        (most == .max ? [SchemaMember("format", .string("int64"))] : [])
            + (least == .min ? [] : [SchemaMember("minimum", .integer(least))])
            + (most == .max ? [] : [SchemaMember("maximum", .integer(most))])
    }

    /// A reference to one of the texts that many types have.
    private func text(_ schema: SchemaNode) -> SchemaNode {
        switch Shape.format(of: schema) {
        case .uuid: FlatSchema.reference("AditUuid")
        case .timestamp: FlatSchema.reference("AditTimestamp")
        case .day: FlatSchema.reference("AditDay")
        case .plain where schema["pattern"]?.text?.hasPrefix("^(/([^~/]|~[01])*)") == true:
            FlatSchema.reference("AditPointer")
        case .plain: FlatSchema.withoutLookahead(schema)
        }
    }

    /// The end of a text is `(?![\s\S])` in a catalog, as `$` also stands before a last line break in some dialects. Not
    /// in that of ECMA 262, which JSON Schema names.
    static func withoutLookahead(_ schema: SchemaNode) -> SchemaNode {
        .object(
            schema.members.map { member in
                guard member.key == "pattern", let pattern = member.value.text, pattern.hasSuffix(#"(?![\s\S])"#) else {
                    return member
                }
                return SchemaMember(member.key, .string(pattern.dropLast(#"(?![\s\S])"#.count) + "$"))
            })
    }
}
