extension ModelBuilder {
    /// The kind of a type that has one of several forms.
    mutating func alternatives(_ forms: [SchemaNode], _ name: String) throws(CatalogError)
        -> TypeDeclaration.Kind
    {
        let bare = forms.filter { $0["type"] != .string("null") }
        if bare.isEmpty { throw CatalogError("the type \(name): found no form but null; one is expected") }
        guard bare.allSatisfy({ $0["properties"] != nil && $0["minProperties"] == nil }) else {
            return .union(try union(bare, name))
        }
        let words = ModelBuilder.differences(of: bare)
        var named: [(name: String, doc: String, members: [Member])] = []
        for (form, word) in zip(bare, words) {
            let claimed = table.claim(ModelBuilder.nested(name, word))
            named.append((claimed, form.doc, try members(of: form, claimed)))
        }
        return .alternatives(named)
    }

    /// The shapes of a value that is one of several kinds of JSON, each of which is there once: they are told apart by that.
    private mutating func union(_ forms: [SchemaNode], _ name: String) throws(CatalogError) -> [Shape] {
        var shapes: [Shape] = []
        var kinds: Set<String> = []
        for form in forms {
            let suffix = form["type"]?.text == "object" ? "Options" : form["type"]?.text == "array" ? "Items" : ""
            let shape = try shape(form, name + suffix)
            guard kinds.insert(shape.jsonKind).inserted else {
                throw CatalogError(
                    "the type \(name): found two forms of the kind \(shape.jsonKind); each kind of JSON is expected once"
                )
            }
            shapes.append(shape)
        }
        return shapes
    }

    /// For each form the word by which it differs from the others: a constant, or a key that the others do not have or need.
    private static func differences(of forms: [SchemaNode]) -> [String] {
        func counts(_ keys: (SchemaNode) -> [String]) -> [String: Int] {
            Dictionary(forms.flatMap(keys).map { ($0, 1) }, uniquingKeysWith: +)
        }
        let having = counts { $0.properties.map(\.key) }, requiring = counts { $0.texts("required") }
        return forms.map { form in
            for property in form.properties where having[property.key] == forms.count {
                if let value = (property.value["const"] ?? property.value["enum"]?.elements?.first)?.text {
                    return value
                }
            }
            return form.texts("required").first { requiring[$0] == 1 }
                ?? form.properties.map(\.key).first { having[$0] == 1 } ?? "Form"
        }
    }
}

extension Shape {
    /// The kind of JSON by which a form of a union is known.
    fileprivate var jsonKind: String {
        switch self {
        case .bool: "boolean"
        case .integer, .number: "number"
        case .text: "string"
        case .list: "array"
        case .constant(let value): value.text == nil ? "boolean" : "string"
        case .any, .dictionary, .optional, .named: "object"
        }
    }
}
