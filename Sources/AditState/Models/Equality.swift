import AditJSON

// Whether a value has changed is decided by its JSON, not by `==`: 0.0 equals -0.0, `é` has two spellings, and an app's
// own `==` may disregard a property. A host's copy, the storage and the state would differ otherwise. Most values that
// have changed are unequal, and most types whose values are equal have one text for them; the rest are written.

/// Returns whether two values have the same JSON.
@usableFromInline
func areEqual<T: WireCodable>(_ one: T, _ other: T) throws(CodingFailure) -> Bool {
    if T.self == String.self { return areSpelledAlike(one, other) }
    if let type = T.self as? any Equatable.Type, !areEqual(as: type, one, other) { return false }
    if haveOneText(T.self) { return true }
    return try haveSameText(one, other)
}

/// As ``areEqual(_:_:)-(T,T)``, specialized for the type.
@inlinable
func isUnchanged<T: WireCodable & Equatable>(_ old: T, _ new: T) throws(CodingFailure) -> Bool {
    guard old == new else { return false }
    if haveOneText(T.self) { return true }
    return try haveSameText(old, new)
}

/// As ``isUnchanged(_:_:)-(T,T)``, of values that may be absent.
@inlinable
func isUnchanged<T: WireCodable & Equatable>(_ old: T?, _ new: T?) throws(CodingFailure) -> Bool {
    switch (old, new) {
    case (nil, nil): true
    case (let old?, let new?): try isUnchanged(old, new)
    default: false
    }
}

/// Returns the comparison of a type's values, as by ``areEqual(_:_:)-(T,T)``; nil if it is not `Equatable`: then it is
/// quicker to write the texts once.
///
/// One cast serves many comparisons.
func equality<T: WireCodable>(of type: T.Type) -> ((T, T) -> Bool)? {
    if type == String.self { return areSpelledAlike }
    guard let type = type as? any Equatable.Type else { return nil }
    let isExact = haveOneText(T.self)
    return { one, other in
        guard areEqual(as: type, one, other) else { return false }
        // A value without JSON counts as changed: writing it reports the error.
        return isExact || (try? haveSameText(one, other)) ?? false
    }
}

/// Returns whether two values differ that may be absent, by ``equality(of:)``; true if it is nil.
func mayDiffer<T>(_ one: T?, _ other: T?, _ areEqual: ((T, T) -> Bool)?) -> Bool {
    switch (one, other) {
    case (nil, nil): false
    case (let one?, let other?): areEqual.map { !$0(one, other) } ?? true
    default: true
    }
}

/// Returns whether equal values of a type have the same JSON, as far as that is known of the type.
@inlinable
func haveOneText<T>(_: T.Type) -> Bool {
    T.self == Int.self || T.self == Bool.self || T.self == UUID.self || T.self == Timestamp.self
        || T.self == CalendarDay.self || T.self == ByteString.self || T.self == Int64.self || T.self == Duration.self
}

@usableFromInline
func haveSameText<T: WireCodable>(_ one: T, _ other: T) throws(CodingFailure) -> Bool {
    if T.self == Double.self { return haveSameBits(one, other) }
    // Cases without values, and truth values. A single byte is in use.
    if MemoryLayout<T>.size == 1, _isPOD(T.self), haveSameBits(one, other) { return true }
    let (text, otherText) = (JSONWriter(), JSONWriter())
    try encodeWire(one, to: text)
    try encodeWire(other, to: otherText)
    return text.bytes.elementsEqual(otherText.bytes)
}

/// Returns whether two values have the same bits, and so are the same. Others may differ in unused bits alone.
@inlinable
func haveSameBits<T>(_ one: T, _ other: T) -> Bool {
    withUnsafeBytes(of: one) { one in withUnsafeBytes(of: other) { one.hasBytes(of: $0) } }
}

// T is String. Unicode's equivalence may be slow.
private func areSpelledAlike<T>(_ one: T, _ other: T) -> Bool {
    unsafeBitCast(one, to: String.self).isSpelled(as: unsafeBitCast(other, to: String.self))
}

// E is T. A cast of a function or value would take longer than most comparisons.
private func areEqual<E: Equatable, T>(as _: E.Type, _ one: T, _ other: T) -> Bool {
    unsafeBitCast(one, to: E.self) == unsafeBitCast(other, to: E.self)
}
