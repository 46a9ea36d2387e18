extension CodingKey {
    /// Whether the keys are those of a case with one value, which has no label: the compiler's only key then is `_0`. On
    /// the wire the value is written without it. (A type of one case occupies no memory.)
    static var isUnlabelled: Bool { MemoryLayout<Self>.size == 0 && Self(stringValue: "_0") != nil }
}
