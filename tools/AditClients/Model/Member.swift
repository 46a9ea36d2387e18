/// A member of a record.
struct Member: Hashable, Sendable {
    let key: String
    let doc: String
    let shape: Shape
    let isRequired: Bool
    /// Whether its value is a secret, or a list or a dictionary of secrets: what prints a record leaves it out.
    var isSecret = false
}
