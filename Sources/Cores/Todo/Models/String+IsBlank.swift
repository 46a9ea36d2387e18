extension String {
    /// Whether there is nothing but white space.
    var isBlank: Bool { unicodeScalars.allSatisfy { !("!"..."~").contains($0) && $0.properties.isWhitespace } }
}
