extension String {
    /// Whether it consists of a name, an `@` and a host, without white space. Whether the address exists can only be
    /// determined by sending to it.
    var isEmailAddress: Bool {
        guard let at = lastIndex(of: "@"), !unicodeScalars.contains(where: \.isSpace) else { return false }
        return at > startIndex && index(after: at) < endIndex
    }

    /// The string without leading and trailing white space.
    var trimmed: String {
        let start = unicodeScalars.drop(while: \.isSpace)
        guard let last = start.lastIndex(where: { !$0.isSpace }) else { return "" }
        return String(start[...last])
    }
}

extension Unicode.Scalar {
    fileprivate var isSpace: Bool { properties.isWhitespace }
}
