// SPDX-License-Identifier: Apache-2.0

extension ModelBuilder {
    /// The kind of a type that has one of several forms.
    mutating func alternatives(_ forms: [SchemaNode], _ name: String) throws(CatalogError)
        -> TypeDeclaration.Kind
    {
        let bare = forms.filter { $0["type"] != .string("null") }
        guard bare.allSatisfy({ $0["properties"] != nil && $0["minProperties"] == nil }) else {
            var shapes: [Shape] = []
            for form in bare {
                let suffix = form["type"]?.text == "object" ? "Options" : form["type"]?.text == "array" ? "Items" : ""
                shapes.append(try shape(form, name + suffix))
            }
            return .union(shapes)
        }
        var named: [(name: String, doc: String, members: [Member])] = []
        for form in bare {
            let claimed = table.claim(name + Words.pascal(ModelBuilder.difference(of: form, among: bare)))
            named.append((claimed, form.doc, try members(of: form, claimed)))
        }
        return .alternatives(named)
    }

    /// The word by which a form differs from the others: a constant, or a key that the others do not have or need.
    private static func difference(of form: SchemaNode, among forms: [SchemaNode]) -> String {
        let properties = form["properties"]?.members ?? []
        let others = forms.filter { $0 != form }
        for property in properties {
            guard let value = (property.value["const"] ?? property.value["enum"]?.elements?.first)?.text else {
                continue
            }
            if others.allSatisfy({ $0["properties"]?[property.key] != nil }) { return value }
        }
        func required(_ form: SchemaNode) -> [String] { form["required"]?.elements?.compactMap(\.text) ?? [] }
        if let key = required(form).first(where: { key in others.allSatisfy { !required($0).contains(key) } }) {
            return key
        }
        return properties.map(\.key).first { key in others.allSatisfy { $0["properties"]?[key] == nil } } ?? "Form"
    }
}
