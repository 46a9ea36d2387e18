extension Schema {
    /// Whether null is among the values.
    var allowsNull: Bool {
        switch self {
        case .optional, .any: true
        case .anyOf(let forms): forms.contains(where: \.allowsNull)
        default: false
        }
    }
}

extension Schema.Member {
    /// Whether the key may be left away.
    var mayBeAbsent: Bool {
        if case .optional = schema { return true }
        return hasDefault
    }
}
