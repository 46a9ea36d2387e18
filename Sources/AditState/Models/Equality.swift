import AditJSON

/// Returns the equality of a type; nil if it is not `Equatable`.
///
/// One cast serves many comparisons.
///
/// Texts are compared by bytes: Unicode's equivalence may be slow, and differs from equality on the wire.
func equality<T>(of type: T.Type) -> ((T, T) -> Bool)? {
    if type == String.self { return areSpelledAlike }
    guard let type = type as? any Equatable.Type else { return nil }
    return { areEqual(as: type, $0, $1) }
}

/// Returns whether two values are equal: by their type's equality, otherwise by their JSON.
@usableFromInline
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

// E is T. A cast of a function or value would take longer than most comparisons.
private func areEqual<E: Equatable, T>(as _: E.Type, _ one: T, _ other: T) -> Bool {
    unsafeBitCast(one, to: E.self) == unsafeBitCast(other, to: E.self)
}
