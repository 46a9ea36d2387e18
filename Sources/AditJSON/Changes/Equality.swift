/// How values of a type are compared, as the type says; nil where it does not.
///
/// One cast does for many comparisons.
func equality<T>(of type: T.Type) -> ((T, T) -> Bool)? {
    func comparison<E: Equatable>(of _: E.Type) -> Any { (==) as (E, E) -> Bool }
    guard let type = type as? any Equatable.Type else { return nil }
    return comparison(of: type) as? (T, T) -> Bool
}

/// Whether two values are equal: as their type says, or else on the wire.
func areEqual<T: WireCodable>(_ one: T, _ other: T) throws(CodingFailure) -> Bool {
    if let areEqual = equality(of: T.self) { return areEqual(one, other) }
    let (text, otherText) = (JSONWriter(), JSONWriter())
    try encodeWire(one, to: text)
    try encodeWire(other, to: otherText)
    return text.bytes.elementsEqual(otherText.bytes)
}
