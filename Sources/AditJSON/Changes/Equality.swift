/// How values of a type are compared, as the type says; nil where it does not.
///
/// One cast does for many comparisons.
///
/// Texts are compared by their bytes: Unicode's equality may take long, and is none of the values on the wire.
func equality<T>(of type: T.Type) -> ((T, T) -> Bool)? {
    if type == String.self { return areSpelledAlike }
    guard let type = type as? any Equatable.Type else { return nil }
    return { areEqual(as: type, $0, $1) }
}

/// Whether two values are equal: as their type says, or else on the wire.
func areEqual<T: WireCodable>(_ one: T, _ other: T) throws(CodingFailure) -> Bool {
    if T.self == String.self { return areSpelledAlike(one, other) }
    if let type = T.self as? any Equatable.Type { return areEqual(as: type, one, other) }
    let (text, otherText) = (JSONWriter(), JSONWriter())
    try encodeWire(one, to: text)
    try encodeWire(other, to: otherText)
    return text.bytes.elementsEqual(otherText.bytes)
}

// T is String.
private func areSpelledAlike<T>(_ one: T, _ other: T) -> Bool {
    unsafeBitCast(one, to: String.self).isSpelled(as: unsafeBitCast(other, to: String.self))
}

// E is T. To cast a function, or a value, would take longer than to compare most of them.
private func areEqual<E: Equatable, T>(as _: E.Type, _ one: T, _ other: T) -> Bool {
    unsafeBitCast(one, to: E.self) == unsafeBitCast(other, to: E.self)
}
