import Adit

/// Reads a catalog and names each type in it.
struct ModelBuilder {
    private let definitions: [SchemaMember]
    var table: NameTable
    /// The names of the catalog's own types.
    private var names: [String: String] = [:]
    /// The names of types without one in the catalog, by their schemas: the same schema is the same type.
    private var unnamed: [SchemaNode: String] = [:]
    private var types: [TypeDeclaration] = []

    /// - Parameters:
    ///   - definitions: the `$defs` of the catalog.
    ///   - client: the name of the client's class.
    init(_ definitions: [SchemaMember], client: String) {
        self.definitions = definitions
        table = NameTable(client: client)
        let keys = definitions.map(\.key).filter { !$0.hasPrefix("@") }
        let parts = Array(zip(keys, NameParts.all(keys)))
        for (key, parts) in parts.filter(\.1.isShort) + parts.filter({ !$0.1.isShort }) {
            names[key] = table.claim(parts.short, parts.full)
        }
    }

    /// The name of something within a type.
    static func nested(_ name: String, _ key: String) -> String {
        // Else names of names of names would be longer than the catalog.
        String(name.prefix(300)) + Words.pascal(key)
    }

    func definition(_ key: String) throws(CatalogError) -> SchemaNode {
        guard let schema = definitions.first(where: { $0.key == key })?.value else {
            throw CatalogError("$defs: found no \"\(key)\"; a catalog of this version of Adit has one")
        }
        return schema
    }

    /// Declares all types, and returns them.
    mutating func build() throws(CatalogError) -> [TypeDeclaration] {
        let toCore = try messages("@toCore"), toHost = try messages("@toHost")
        let own = types
        types = [
            TypeDeclaration(
                name: ClientModel.messageToCore, doc: try definition("@toCore").doc, kind: .messages(toCore)),
            TypeDeclaration(
                name: ClientModel.messageToHost, doc: try definition("@toHost").doc, kind: .messages(toHost)),
        ]
        for definition in definitions {
            guard let name = names[definition.key] else { continue }
            try declare(name, definition.value)
        }
        types += own
        for (key, name) in [
            ("@state", ClientModel.state), ("@view", ClientModel.view), ("@config", ClientModel.config),
        ] {
            try declare(name, try definition(key))
        }
        return types
    }

    mutating func gateways() throws(CatalogError) -> [Gateway] {
        var gateways: [Gateway] = []
        let sources = try self.sources()
        for gateway in try definition("@gateways").properties {
            guard let request = gateway.value["properties"]?["request"] else {
                throw CatalogError("$defs/@gateways/\(gateway.key): found no request")
            }
            let reply = gateway.value["properties"]?["reply"]
            let name = ModelBuilder.nested("Gateway", gateway.key)
            gateways.append(
                Gateway(
                    name: gateway.key, doc: gateway.value.doc, request: try shape(request, name + "Request"),
                    reply: try reply.map { schema throws(CatalogError) in try shape(schema, name + "Reply") },
                    replies: reply == nil ? .none : sources.contains(gateway.key) ? .many : .one))
        }
        return gateways
    }

    /// The gateways whose `@effect` expects any number of replies.
    private func sources() throws(CatalogError) -> Set<String> {
        let forms = try definition("@toHost")["properties"]?["@effect"]?["anyOf"]?.elements ?? []
        return Set(
            forms.compactMap { form in
                form["properties"]?["reply"]?["const"] == .string("many")
                    ? form["properties"]?["gateway"]?["const"]?.text : nil
            })
    }

    private mutating func messages(_ key: String) throws(CatalogError) -> Messages {
        let schema = try definition(key)
        if schema["anyOf"] != nil {
            throw CatalogError("$defs/\(key): the types of the app's messages are unknown; an app of @Message has them")
        }
        let alternatives = schema["oneOf"]?.elements ?? []
        let names = Set(alternatives.compactMap { $0.texts("required").first })
        let besideOwn = Set(schema["dependentSchemas"]?.members.map(\.key) ?? [])
        var cases: [Case] = [], beside: [Member] = [], own: [Member] = []
        for member in schema.properties {
            let words = ModelBuilder.nested("Adit", member.key)
            if names.contains(member.key) {
                let parent = member.key.hasPrefix("@") ? "Adit" : key == "@toCore" ? "MessageToCore" : "MessageToHost"
                cases.append(try makeCase(member, of: parent, isOwn: member.key.hasPrefix("@")))
            } else {
                let shape = try shape(member.value, words)
                let made = Member(key: member.key, doc: member.value.doc, shape: shape, isRequired: false)
                if besideOwn.contains(member.key) { own.append(made) } else { beside.append(made) }
            }
        }
        return Messages(cases: cases, beside: beside, besideOwn: own)
    }

    private mutating func makeCase(_ member: SchemaMember, of parent: String, isOwn: Bool = false) throws(CatalogError)
        -> Case
    {
        let name = ModelBuilder.nested(parent, member.key)
        let schema = member.value
        let payload: Case.Payload
        if schema["type"]?.text == "object", let properties = schema["properties"]?.members,
            schema["minProperties"] == nil,
            !ModelBuilder.isTable(schema)
        {
            if properties.isEmpty {
                payload = .none
            } else {
                let claimed = table.claim(name, name + "Values")
                payload = .members(claimed, try members(of: schema, claimed))
            }
        } else {
            payload = .value(try shape(schema, name))
        }
        return Case(key: member.key, doc: schema.doc, payload: payload, isSecret: schema.isSecret)
    }

    mutating func members(of schema: SchemaNode, _ name: String) throws(CatalogError) -> [Member] {
        let required = Set(schema.texts("required")), written = Set(schema.texts("x-written"))
        var members: [Member] = []
        for member in schema.properties {
            members.append(
                Member(
                    key: member.key, doc: member.value.doc,
                    shape: try shape(member.value, ModelBuilder.nested(name, member.key)),
                    isRequired: required.contains(member.key), isWritten: written.contains(member.key),
                    isSecret: member.value.isSecret))
        }
        return members
    }

    static func isTable(_ schema: SchemaNode) -> Bool {
        schema.properties.map(\.key) == ["ids", "entities"]
            && schema["properties"]?["entities"]?["additionalProperties"] != nil
    }

    /// Returns the name of the definition that a schema refers to; nil if it is no reference to one.
    static func referenced(by schema: SchemaNode) -> String? {
        schema["$ref"]?.text.flatMap(PointerToken.definition(of:))
    }

    /// Returns what the values of a schema are. A type without a name in the catalog gets one.
    mutating func shape(_ schema: SchemaNode, _ name: String) throws(CatalogError) -> Shape {
        if let reference = schema["$ref"]?.text {
            guard let key = ModelBuilder.referenced(by: schema), let name = names[key]
            else { throw CatalogError("\(reference): found no such type in $defs") }
            return .named(name)
        }
        if let forms = schema["anyOf"]?.elements {
            let others = forms.filter { $0["type"] != .string("null") }
            if others.count == 1, forms.count == 2, let only = others.first { return .optional(try shape(only, name)) }
        }
        if let shape = try plainShape(schema, name) { return shape }
        let key = schema.undocumented
        if let known = unnamed[key] { return .named(known) }
        let claimed: String
        if ModelBuilder.isTable(schema),
            case .named(let element) = try shape(
                schema["properties"]?["entities"]?["additionalProperties"] ?? .null, name + "Element")
        {
            claimed = table.claim(element + "Table", name)
        } else {
            claimed = table.claim(name)
        }
        unnamed[key] = claimed
        try declare(claimed, schema)
        return .named(claimed)
    }

    /// The shape of a schema that needs no name; nil if it needs one.
    private mutating func plainShape(_ schema: SchemaNode, _ name: String) throws(CatalogError) -> Shape? {
        let bare = schema.undocumented
        if schema["enum"] != nil || schema["oneOf"] != nil || schema["anyOf"] != nil { return nil }
        if let value = schema["const"] {
            switch value {
            case .string, .bool: return .constant(value)
            default:
                throw CatalogError("\(name): found the constant \(value.json); a text or a truth value is expected")
            }
        }
        switch schema["type"]?.text {
        case nil: return .any(bare)
        case "boolean": return .bool
        case "integer":
            return .integer(least: schema["minimum"]?.integer ?? .min, most: schema["maximum"]?.integer ?? .max)
        case "number": return .number(bare)
        case "string": return .text(bare)
        case "array": return .list(try shape(schema["items"] ?? .object([]), Words.singular(name)))
        case "object":
            guard schema["properties"] == nil, let value = schema["additionalProperties"] else { return nil }
            return .dictionary(keys: schema["propertyNames"], try shape(value, Words.singular(name)))
        case let other?: throw CatalogError("\(name): found the type \"\(other)\"; a type of JSON is expected")
        }
    }

    /// Declares the type of a schema.
    private mutating func declare(_ name: String, _ schema: SchemaNode) throws(CatalogError) {
        let place = types.count
        let kind = try kind(of: schema, name)
        types.insert(TypeDeclaration(name: name, doc: schema.doc, kind: kind), at: place)
    }

    private mutating func kind(of schema: SchemaNode, _ name: String) throws(CatalogError) -> TypeDeclaration.Kind {
        if schema["$ref"] != nil { return .alias(try shape(schema, name)) }
        if let values = schema["enum"]?.elements { return try choices(values.map { Choice(value: $0, doc: "") }, name) }
        if let choices = schema["oneOf"]?.elements, schema["properties"] == nil {
            return try self.choices(choices.map { Choice(value: $0["const"] ?? .null, doc: $0.doc) }, name)
        }
        if let forms = schema["anyOf"]?.elements { return try alternatives(forms, name) }
        guard let properties = schema["properties"]?.members else { return .alias(try shape(schema, name)) }
        if ModelBuilder.isTable(schema), let ids = schema["properties"]?["ids"]?["items"],
            let element = schema["properties"]?["entities"]?["additionalProperties"]
        {
            return .table(id: try shape(ids, name + "Id"), element: try shape(element, name + "Element"))
        }
        guard schema["minProperties"] != nil else { return .record(try members(of: schema, name)) }
        var cases: [Case] = []
        for property in properties { cases.append(try makeCase(property, of: name)) }
        return .cases(cases)
    }

    /// The values of an enum without payloads: texts, or integers, each once.
    private func choices(_ choices: [Choice], _ name: String) throws(CatalogError) -> TypeDeclaration.Kind {
        let expected = "texts, or integers, each once, are expected"
        if choices.isEmpty { throw CatalogError("\(name): found no values; \(expected)") }
        var seen: Set<SchemaNode> = []
        for choice in choices {
            let isGood = choices[0].value.text != nil ? choice.value.text != nil : choice.value.integer != nil
            guard isGood, seen.insert(choice.value).inserted else {
                throw CatalogError("\(name): found the value \(choice.value.json); \(expected)")
            }
        }
        return .choices(choices)
    }
}
