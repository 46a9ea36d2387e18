extension String {
    /// Whether there is nothing but white space.
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
