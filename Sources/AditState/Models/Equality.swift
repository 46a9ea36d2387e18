import AditJSON
import Glibc

// Whether a value has changed is decided by its JSON, not by `==`: 0.0 equals -0.0, `é` has two spellings, and an app's
// own `==` may disregard a property. A host's copy, the storage and the state would differ otherwise.

/// Returns whether two values have the same JSON.
///
/// Most values have not changed, and then have the same bits; most others are unequal. Texts are written only for the
/// rest.
@usableFromInline
func areEqual<T: WireCodable>(_ one: T, _ other: T) throws(CodingFailure) -> Bool {
    if T.self == String.self { return areSpelledAlike(one, other) }
    if haveSameBits(one, other) { return true }
    if let type = T.self as? any Equatable.Type, !areEqual(as: type, one, other) { return false }
    return try haveSameText(one, other)
}

/// As ``areEqual(_:_:)-(T,T)``, specialized for the type.
@inlinable
func isUnchanged<T: WireCodable & Equatable>(_ old: T, _ new: T) throws(CodingFailure) -> Bool {
    if haveSameBits(old, new) { return true }
    guard old == new else { return false }
    return try haveSameText(old, new)
}

/// Returns the comparison of a type's values, as by ``areEqual(_:_:)-(T,T)``; nil if it is not `Equatable`: then it is
/// quicker to write the texts once.
///
/// One cast serves many comparisons.
func equality<T: WireCodable>(of type: T.Type) -> ((T, T) -> Bool)? {
    if type == String.self { return areSpelledAlike }
    guard let type = type as? any Equatable.Type else { return nil }
    return { one, other in
        if haveSameBits(one, other) { return true }
        guard areEqual(as: type, one, other) else { return false }
        // A value without JSON counts as changed: writing it reports the error.
        return (try? haveSameText(one, other)) ?? false
    }
}

/// Returns whether two values have the same bits, and so are the same. Equal ones may differ in unused bits.
@inlinable
func haveSameBits<T>(_ one: T, _ other: T) -> Bool {
    withUnsafeBytes(of: one) { one in withUnsafeBytes(of: other) { haveSameBytes(one, $0) } }
}

@usableFromInline
func haveSameBytes(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard let start = one.baseAddress, let otherStart = other.baseAddress else { return one.count == other.count }
    return one.count == other.count && memcmp(start, otherStart, one.count) == 0
}

@usableFromInline
func haveSameText<T: WireCodable>(_ one: T, _ other: T) throws(CodingFailure) -> Bool {
    let (text, otherText) = (JSONWriter(), JSONWriter())
    try encodeWire(one, to: text)
    try encodeWire(other, to: otherText)
    return text.bytes.elementsEqual(otherText.bytes)
}

// T is String. Unicode's equivalence may be slow.
private func areSpelledAlike<T>(_ one: T, _ other: T) -> Bool {
    unsafeBitCast(one, to: String.self).isSpelled(as: unsafeBitCast(other, to: String.self))
}

// E is T. A cast of a function or value would take longer than most comparisons.
private func areEqual<E: Equatable, T>(as _: E.Type, _ one: T, _ other: T) -> Bool {
    unsafeBitCast(one, to: E.self) == unsafeBitCast(other, to: E.self)
}
