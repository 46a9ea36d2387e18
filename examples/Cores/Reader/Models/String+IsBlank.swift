extension String {
    /// Whether it is empty or contains only white space.
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
