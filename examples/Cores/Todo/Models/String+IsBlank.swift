extension String {
    /// Whether it is empty or contains only white space.
    var isBlank: Bool {
        // Most texts begin with a visible ASCII character.
        if let first = utf8.first, (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(first) { return false }
        return unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
