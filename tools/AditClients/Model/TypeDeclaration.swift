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

    /// The types that it mentions.
    var names: [String] {
        switch kind {
        case .record(let members): members.flatMap(\.shape.names)
        case .cases(let cases): cases.flatMap(\.names)
        case .choices: []
        case .table(let id, let element): id.names + element.names
        case .alternatives(let forms): forms.flatMap { $0.members.flatMap(\.shape.names) }
        case .union(let shapes): shapes.flatMap(\.names)
        case .alias(let shape): shape.names
        case .messages(let messages): messages.names
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
}
