extension TypeDeclaration {
    /// The members of a table.
    static func members(ofTable id: Shape, _ element: Shape) -> [Member] {
        [
            Member(key: "ids", doc: "The ids, in order.", shape: .list(id), isRequired: true),
            Member(
                key: "entities", doc: "The elements, by id.", shape: .dictionary(keys: nil, element), isRequired: true),
        ]
    }

    /// The members of a record for a union, of which one is there.
    static func members(ofUnion shapes: [Shape]) -> [Member] {
        shapes.map { Member(key: $0.form, doc: "", shape: $0, isRequired: false) }
    }

    /// The members of one record that has those of all forms: for languages in which a value of one of several records needs
    /// more words than it is worth. A member is required if each form requires it.
    static func merged(_ forms: [Form], in model: ClientModel) -> [Member] {
        merged(forms, isText: model.isText, hasSecrets: model.hasSecrets)
    }

    /// - Parameters:
    ///   - isText: whether the values of a shape are texts.
    ///   - hasSecrets: whether a value of a shape may have secrets.
    static func merged(
        _ forms: [Form], isText: (Shape) -> Bool, hasSecrets: (Shape) -> Bool
    ) -> [Member] {
        var keys: [String] = []
        var byKey: [String: [Member]] = [:]
        for member in forms.flatMap(\.members) {
            if byKey[member.key] == nil { keys.append(member.key) }
            byKey[member.key, default: []].append(member)
        }
        return keys.map { key in
            let all = byKey[key] ?? []
            let shapes = Set(all.map(\.shape.wrapped))
            // What a gateway is asked is known by its name only, also where an app has just one.
            let depends = forms[0].name.hasPrefix("AditEffect") && ["request", "reply"].contains(key)
            var shape = shapes.count == 1 && !depends ? all[0].shape : .any(.object([]))
            let isConstant = if case .constant(let value) = shape.wrapped { value.text != nil } else { false }
            if isConstant || shapes.count > 1 && shapes.allSatisfy(isText) {
                shape = .text(.object([SchemaMember("type", .string("string"))]))
            }
            // JSON of any form does not know which of it is secret.
            let isSecret = all.contains { $0.isSecret || depends && hasSecrets($0.shape) }
            return Member(
                key: key, doc: all.first { !$0.doc.isEmpty }?.doc ?? "", shape: shape,
                isRequired: all.count == forms.count && all.allSatisfy(\.isRequired), isSecret: isSecret)
        }
    }
}

extension ClientModel {
    /// Whether a value of a shape may have secrets.
    fileprivate func hasSecrets(_ shape: Shape) -> Bool {
        var (left, seen) = (shape.names, Set<String>())
        while let name = left.popLast() {
            guard seen.insert(name).inserted, let type = self[name] else { continue }
            if type.hasSecrets { return true }
            left += type.names
        }
        return false
    }

    /// Whether the values of a shape are texts.
    fileprivate func isText(_ shape: Shape) -> Bool {
        if case .named(let name) = shape, case .choices(let choices)? = self[name]?.kind { return choices.areTexts }
        return shape.isText
    }
}
