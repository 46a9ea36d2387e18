/// A part of the state that a client may follow: a member of the state, or a view.
struct Part: Sendable {
    /// The words of its name: `follow items`, or `follow view open` of a view.
    let name: String
    /// The JSON Pointer.
    let path: String
    let doc: String
    let shape: Shape
    /// Whether a window of some elements may be followed.
    let isList: Bool
}

extension ClientModel {
    /// The members of the state, and the views. A state that is no object of members, and an element of a table, are followed by
    /// their paths.
    var parts: [Part] { Part.all(in: types) }
}

extension Part {
    /// The parts, by the types of a catalog.
    static func all(in types: [TypeDeclaration]) -> [Part] {
        let byName = types.byName
        func members(of name: String) -> [Member] {
            switch byName[name]?.kind {
            case .record(let members): members
            case .alias(.named(let other)): members(of: other)
            default: []
            }
        }
        func isList(_ shape: Shape) -> Bool {
            switch shape {
            case .list: return true
            case .named(let name):
                switch byName[name]?.kind {
                case .table: return true
                case .alias(let other): return isList(other)
                default: return false
                }
            default: return false
            }
        }
        return [(ClientModel.state, "follow ", "/"), (ClientModel.view, "follow view ", "/view/")].flatMap {
            type, prefix, root in
            members(of: type).map { member in
                let shape = member.shape.wrapped
                return Part(
                    name: prefix + member.key, path: root + PointerToken.token(ofKey: member.key), doc: member.doc,
                    shape: shape,
                    isList: isList(shape))
            }
        }
    }
}
