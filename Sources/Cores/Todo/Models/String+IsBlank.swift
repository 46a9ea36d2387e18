extension String {
    /// Whether there is nothing but white space.
    var isBlank: Bool {
        // Most texts begin with a visible character of ASCII.
        if let first = utf8.first, (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(first) { return false }
        return unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
