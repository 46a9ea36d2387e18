extension String {
    /// Whether it is a name, an `@` and a host, without white space. Whether somebody reads what is sent there, only
    /// sending shows.
    var isEmailAddress: Bool {
        guard let at = lastIndex(of: "@"), !unicodeScalars.contains(where: \.isSpace) else { return false }
        return at > startIndex && index(after: at) < endIndex
    }

    /// It without white space at its ends.
    var trimmed: String {
        let start = unicodeScalars.drop(while: \.isSpace)
        guard let last = start.lastIndex(where: { !$0.isSpace }) else { return "" }
        return String(start[...last])
    }
}

extension Unicode.Scalar {
    fileprivate var isSpace: Bool { properties.isWhitespace }
}
