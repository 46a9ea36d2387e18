/// A type with a name.
struct TypeDeclaration: Sendable {
    let name: String
    let doc: String
    let kind: Kind

    enum Kind: Sendable {
        case record([Member])
        /// An object with one key.
        case cases([Case])
        /// One of several values.
        case choices([Choice])
        /// A table: the ids in order, and the elements by their ids.
        case table(id: Shape, element: Shape)
        /// An object of one of several forms, each with the name of its type.
        case alternatives([Form])
        /// A value of one of several shapes of which each is another kind of JSON.
        case union([Shape])
        /// Another name of a shape.
        case alias(Shape)
        /// The messages of one direction.
        case messages(Messages)
    }

    /// One of several forms of an object.
    typealias Form = (name: String, doc: String, members: [Member])

    /// The shapes that it mentions.
    var shapes: [Shape] {
        switch kind {
        case .record(let members): members.map(\.shape)
        case .cases(let cases): cases.flatMap(\.shapes)
        case .choices: []
        case .table(let id, let element): [id, element]
        case .alternatives(let forms): forms.flatMap { $0.members.map(\.shape) }
        case .union(let shapes): shapes
        case .alias(let shape): [shape]
        case .messages(let messages): messages.cases.flatMap(\.shapes) + messages.all.map(\.shape)
        }
    }

    /// The types that it mentions.
    var names: [String] { shapes.flatMap(\.names) }

    /// Whether its name is that of other types, and no class, in languages that have such names.
    var isAlias: Bool {
        switch kind {
        case .record, .alternatives, .choices: false
        case .cases, .messages, .table, .union, .alias: true
        }
    }

    /// Whether a member or a case of its own is a secret.
    var hasSecrets: Bool {
        switch kind {
        case .record(let members): members.contains(where: \.isSecret)
        case .alternatives(let forms): forms.contains { $0.members.contains(where: \.isSecret) }
        default: cases.contains { $0.isSecret || $0.members?.contains(where: \.isSecret) == true }
        }
    }

    /// Its cases, if it is an enum or the messages of a direction.
    var cases: [Case] {
        switch kind {
        case .cases(let cases): cases
        case .messages(let messages): messages.cases
        default: []
        }
    }

    /// The type with another kind.
    func with(_ kind: Kind) -> TypeDeclaration { TypeDeclaration(name: name, doc: doc, kind: kind) }
}

extension [TypeDeclaration] {
    /// The types by their names.
    var byName: [String: TypeDeclaration] { Dictionary(map { ($0.name, $0) }) { first, _ in first } }
}
