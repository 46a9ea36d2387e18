/// Which members of a type are there depends on the direction: a default value may be left out of what is sent, and the core always
/// writes it.
struct Presence {
    private let heard: Set<String>
    private let sent: Set<String>
    /// The types with a member that is always heard and need not be sent, and those that mention one.
    private let sensitive: Set<String>
    /// The names of sensitive types where they are sent, if they are heard as well.
    private var inputs: [String: String] = [:]

    /// Makes another type, such as `TodoItemInput`, of each one that is heard and sent and of which more may be absent where it is
    /// sent.
    static func byDirection(
        _ types: [TypeDeclaration], _ gateways: [Gateway], _ table: inout NameTable
    ) -> ([TypeDeclaration], [Gateway]) {
        let presence = Presence(types, gateways, &table)
        let made = types.flatMap { presence.versions(of: $0, &table) }
        return (
            made,
            gateways.map { gateway in
                Gateway(
                    name: gateway.name, doc: gateway.doc, request: gateway.request,
                    reply: gateway.reply.map(presence.input), replies: gateway.replies)
            }
        )
    }

    private init(_ types: [TypeDeclaration], _ gateways: [Gateway], _ table: inout NameTable) {
        heard = ClientModel.reachable(
            from: [ClientModel.messageToHost, ClientModel.state, ClientModel.view]
                + gateways.flatMap(\.request.names), among: types)
        sent = ClientModel.reachable(
            from: [ClientModel.messageToCore, ClientModel.config] + gateways.flatMap { $0.reply?.names ?? [] },
            among: types)
        var mentioning: [String: [String]] = [:]
        for type in types { for name in type.names { mentioning[name, default: []].append(type.name) } }
        var found = Set(types.filter(\.hasDefaults).map(\.name))
        var waiting = Array(found)
        while let name = waiting.popLast() {
            for other in mentioning[name] ?? [] where found.insert(other).inserted { waiting.append(other) }
        }
        sensitive = found
        for type in types where heard.contains(type.name) && sent.contains(type.name) && found.contains(type.name) {
            inputs[type.name] = table.claim(type.name + "Input")
        }
    }

    private func versions(of type: TypeDeclaration, _ table: inout NameTable) -> [TypeDeclaration] {
        guard sensitive.contains(type.name) else { return [type] }
        let isSent = sent.contains(type.name), isHeard = heard.contains(type.name)
        var versions: [TypeDeclaration] = []
        if isHeard { versions.append(type.mapped(members: { $0.map(\.heard) }, shape: { $0 }, name: { $0 })) }
        if isSent {
            versions.append(
                type.mapped(
                    named: inputs[type.name], members: { $0 }, shape: input,
                    name: { isHeard ? table.claim($0 + "Input") : $0 }))
        }
        return versions.isEmpty ? [type] : versions
    }

    /// A shape where it is sent.
    private func input(_ shape: Shape) -> Shape {
        switch shape {
        case .list(let element): .list(input(element))
        case .dictionary(let keys, let value): .dictionary(keys: keys, input(value))
        case .optional(let shape): .optional(input(shape))
        case .named(let name): .named(inputs[name] ?? name)
        default: shape
        }
    }
}

extension Member {
    /// The member where the core writes it.
    fileprivate var heard: Member {
        guard isWritten else { return self }
        return Member(
            key: key, doc: doc, shape: shape.wrapped, isRequired: true, isWritten: true, isSecret: isSecret)
    }
}

extension TypeDeclaration {
    /// Whether one of its members is always heard and need not be sent.
    fileprivate var hasDefaults: Bool {
        func differ(_ members: [Member]) -> Bool { members.contains { $0.isWritten && !$0.isRequired } }
        switch kind {
        case .record(let members): return differ(members)
        case .alternatives(let forms): return forms.contains { differ($0.members) }
        default: return cases.contains { differ($0.members ?? []) }
        }
    }

    /// The type with other members and shapes.
    ///
    /// - Parameters:
    ///   - named: its name; nil for that of this one.
    ///   - name: the name of the values of a case, or of a form.
    fileprivate func mapped(
        named: String? = nil, members: ([Member]) -> [Member], shape: (Shape) -> Shape, name: (String) -> String
    ) -> TypeDeclaration {
        func all(_ old: [Member]) -> [Member] {
            members(old).map {
                Member(
                    key: $0.key, doc: $0.doc, shape: shape($0.shape), isRequired: $0.isRequired,
                    isWritten: $0.isWritten, isSecret: $0.isSecret)
            }
        }
        func all(_ cases: [Case]) -> [Case] {
            cases.map { one in
                let payload: Case.Payload =
                    switch one.payload {
                    case .none: .none
                    case .value(let value): .value(shape(value))
                    case .members(let own, let members): .members(name(own), all(members))
                    }
                return Case(key: one.key, doc: one.doc, payload: payload, isSecret: one.isSecret)
            }
        }
        let kind: Kind =
            switch kind {
            case .record(let members): .record(all(members))
            case .cases(let cases): .cases(all(cases))
            case .choices: kind
            case .table(let id, let element): .table(id: shape(id), element: shape(element))
            case .alternatives(let forms): .alternatives(forms.map { (name($0.name), $0.doc, all($0.members)) })
            case .union(let shapes): .union(shapes.map(shape))
            case .alias(let other): .alias(shape(other))
            case .messages(let messages):
                .messages(
                    Messages(
                        cases: all(messages.cases), beside: all(messages.beside), besideOwn: all(messages.besideOwn)))
            }
        return TypeDeclaration(name: named ?? self.name, doc: doc, kind: kind)
    }
}
