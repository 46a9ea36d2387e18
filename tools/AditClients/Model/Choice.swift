/// One of several values: a text or an integer.
struct Choice: Hashable, Sendable {
    let value: SchemaNode
    let doc: String

    /// The value as words of a name.
    var words: String {
        switch value {
        case .string(let text): text
        case .integer(let number): number < 0 ? "minus\(number.magnitude)" : "value\(number)"
        default: value.json
        }
    }
}

extension [Choice] {
    /// Whether they are texts; else they are integers.
    var areTexts: Bool { allSatisfy { $0.value.text != nil } }
}
