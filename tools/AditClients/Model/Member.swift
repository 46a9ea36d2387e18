/// A member of a record.
struct Member: Hashable, Sendable {
    let key: String
    let doc: String
    let shape: Shape
    let isRequired: Bool
    /// Whether the core always writes it, also if it may be absent where the core reads it.
    var isWritten = false
    /// Whether its value is a secret, or a list or a dictionary of secrets: what prints a record leaves it out.
    var isSecret = false
}

extension Member {
    /// The words of its name. A value without a label, whose key is its position, has the name of its type.
    var words: String { key.first == "_" && key.dropFirst().allSatisfy(\.isNumber) ? shape.wrapped.noun : key }
}
