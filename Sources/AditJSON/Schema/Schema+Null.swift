extension Schema {
    /// Whether null is a valid value.
    var allowsNull: Bool {
        switch self {
        case .optional, .any: true
        case .anyOf(let forms): forms.contains(where: \.allowsNull)
        case .secret(let schema, _): schema.allowsNull
        default: false
        }
    }
}

extension Schema.Member {
    /// Whether the key may be omitted.
    var mayBeAbsent: Bool {
        if case .optional = schema { return true }
        return hasDefault
    }
}
