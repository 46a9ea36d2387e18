/// The messages of an app as methods: a *feature* is a message whose value is an enum, and has a method for each case of its
/// requests.
struct Operations: Sendable {
    /// One method.
    struct Operation: Sendable {
        /// The enum, and its case that is sent.
        let type: String
        let one: Case
        /// Whether the feature's response is awaited.
        let isAsked: Bool
        /// Whether it stands below `request`.
        let isRequest: Bool
    }

    struct Feature: Sendable {
        /// The key of its messages.
        let key: String
        let doc: String
        /// The name of the type with its methods.
        let name: String
        let operations: [Operation]
        /// The enum of its responses; nil if it has none.
        let response: String?

        /// Its doc comment, or what it is.
        var summary: String { doc.isEmpty ? "The messages of `\(PlainText.line(key))`." : doc }
    }

    /// Messages of one type, all below the same keys.
    struct Branch: Sendable {
        /// The keys above the case: none, the feature, or the feature and `request` or `response`.
        let path: [String]
        let type: String
    }

    let features: [Feature]
    /// The messages without a feature.
    let others: [Operation]
    let toCore: [Branch]
    let toHost: [Branch]
    /// The app's types, without those that only say where a message belongs.
    let types: [TypeDeclaration]
    /// The types of which only a part is requests or responses, as they are.
    let mixed: [String: TypeDeclaration]
    /// The types of Adit's own messages and of the config, which the packages of the bindings have.
    let own: [TypeDeclaration]

    /// The type of a name, with all its cases.
    func declaration(_ name: String) -> TypeDeclaration? { mixed[name] ?? types.first { $0.name == name } }

    static let ownToCore = "AditToCore"
    static let ownToHost = "AditToHost"
    static let with = "AditWith"

    init(
        _ types: [TypeDeclaration], _ toCore: Messages, _ toHost: Messages, _ gateways: [Gateway],
        _ table: inout NameTable
    ) {
        let splitter = MessageSplitter(types, gateways)
        let sent = splitter.split(toCore, ClientModel.messageToCore, "request")
        let heard = splitter.split(toHost, ClientModel.messageToHost, "response")
        self.toCore = sent.branches
        self.toHost = heard.branches
        let replaced = sent.types.merging(heard.types) { first, _ in first }
        let responses = Dictionary(
            heard.branches.filter { $0.path.count == 2 }.map { ($0.path[0], $0.type) }
        ) { first, _ in first }
        var features: [Feature] = [], others: [Operation] = []
        func declaration(_ name: String) -> TypeDeclaration? { replaced[name] ?? types.first { $0.name == name } }
        for branch in sent.branches {
            let cases = declaration(branch.type)?.cases ?? []
            guard let key = branch.path.first else {
                others += cases.map { Operation(type: branch.type, one: $0, isAsked: false, isRequest: false) }
                continue
            }
            let isRequest = branch.path.count == 2
            let isAsked = isRequest && responses[key] != nil
            let made = cases.map { Operation(type: branch.type, one: $0, isAsked: isAsked, isRequest: isRequest) }
            let earlier = features.last?.key == key ? features.popLast() : nil
            let message = toCore.cases.first { $0.key == key }
            features.append(
                Feature(
                    key: key, doc: message?.doc ?? "",
                    name: earlier?.name
                        ?? table.claim(Words.pascal(key) + "Feature", Words.pascal(key) + "FeatureOperations"),
                    operations: (earlier?.operations ?? []) + made, response: responses[key]))
        }
        (self.features, self.others) = (features, others)
        let rest = types.compactMap { type in
            if case .messages = type.kind, replaced[type.name] == nil { return nil as TypeDeclaration? }
            return replaced[type.name] ?? type
        }
        let branches = sent.branches + heard.branches
        let roots =
            branches.map(\.type) + Part.all(in: types).flatMap(\.shape.names)
            + gateways.flatMap(\.names)
        let reached = ClientModel.reachable(from: roots, among: rest)
        self.types = rest.filter { reached.contains($0.name) }
        let whole = replaced.filter { !$0.value.cases.isEmpty && $0.key != ClientModel.messageToCore }.keys
        mixed = types.filter { whole.contains($0.name) && $0.name != ClientModel.messageToHost }.byName
        own = OwnTypes(types, toCore, toHost).all
    }
}

/// Takes the wrappers of requests and responses away.
private struct MessageSplitter {
    private let byName: [String: TypeDeclaration]
    /// How often each type is mentioned.
    private let mentions: [String: Int]

    init(_ types: [TypeDeclaration], _ gateways: [Gateway]) {
        byName = types.byName
        let names = types.flatMap(\.names) + gateways.flatMap(\.names)
        mentions = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// - Parameters:
    ///   - name: the name of the type of all messages.
    ///   - wrapper: the case that has the requests, or the responses.
    func split(_ messages: Messages, _ name: String, _ wrapper: String)
        -> (branches: [Operations.Branch], types: [String: TypeDeclaration])
    {
        var branches: [Operations.Branch] = [], types: [String: TypeDeclaration] = [:], others: [Case] = []
        for message in messages.cases where !message.key.hasPrefix("@") {
            guard case .value(.named(let type)) = message.payload, let declared = cases(of: type) else {
                others.append(message)
                continue
            }
            var rest = declared
            if mentions[type] == 1, let place = rest.firstIndex(where: { $0.key == wrapper }),
                case .value(.named(let inner)) = rest[place].payload, cases(of: inner) != nil
            {
                rest.remove(at: place)
                branches.append(Operations.Branch(path: [message.key, wrapper], type: inner))
                types[type] = TypeDeclaration(name: type, doc: byName[type]?.doc ?? "", kind: .cases(rest))
            }
            if !rest.isEmpty || types[type] == nil {
                branches.append(Operations.Branch(path: [message.key], type: type))
            }
        }
        if !others.isEmpty {
            branches.append(Operations.Branch(path: [], type: name))
            types[name] = TypeDeclaration(name: name, doc: byName[name]?.doc ?? "", kind: .cases(others))
        }
        return (branches, types)
    }

    private func cases(of name: String) -> [Case]? {
        if case .cases(let cases)? = byName[name]?.kind { cases } else { nil }
    }
}

/// The types of Adit's own messages, which are the same for every app.
private struct OwnTypes {
    let all: [TypeDeclaration]

    init(_ types: [TypeDeclaration], _ toCore: Messages, _ toHost: Messages) {
        let byName = types.byName
        var made: [TypeDeclaration] = []
        for type in types {
            switch (type.name, type.kind) {
            // The gateways of an app are known by their names only.
            case (Operations.with, _):
                if let kind = byName["AditConfigWith"]?.kind { made.append(type.with(kind)) }
            case ("AditEffect", .alternatives(let forms)):
                // What is requested may have secrets, in one app or another.
                let members = TypeDeclaration.merged(forms, isText: \.isText) { _ in true }
                made.append(type.with(.record(members)))
            case (ClientModel.config, .record(let members)):
                let renamed = members.map { member in
                    member.key != "with"
                        ? member
                        : Member(
                            key: member.key, doc: member.doc, shape: .optional(.named(Operations.with)),
                            isRequired: false)
                }
                made.append(type.with(.record(renamed)))
            default: made.append(type)
            }
        }
        for (name, messages) in [(Operations.ownToCore, toCore), (Operations.ownToHost, toHost)] {
            let cases = messages.cases.filter { $0.key.hasPrefix("@") }.map(\.hidingState)
            made.append(TypeDeclaration(name: name, doc: byName[name]?.doc ?? "", kind: .cases(cases)))
        }
        let roots =
            [Operations.ownToCore, Operations.ownToHost, ClientModel.config]
            + (toCore.all + toHost.all).flatMap(\.shape.names)
        let reached = ClientModel.reachable(from: roots, among: made)
        all = made.filter { reached.contains($0.name) }
    }
}
