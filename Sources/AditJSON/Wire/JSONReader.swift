/// A reader of one JSON value. Generated code reads only through it, independent of the value's source.
///
/// It borrows from a parsed text: it is valid only during the `init(reading:)` that receives it.
public struct JSONReader {
    package let value: JSONValue

    @usableFromInline
    package init(_ value: JSONValue) { self.value = value }

    /// Whether the value is `null`.
    public var isNull: Bool { value.isNull }

    /// The bytes of a string; nil for other kinds.
    public var text: JSONKey? {
        guard let bytes = value.utf8, let start = bytes.baseAddress else { return nil }
        return JSONKey(start: start, count: bytes.count)
    }

    /// Returns an iterator over the members of an object.
    ///
    /// - Throws: ``CodingFailure`` if the value is not an object.
    public func members() throws(CodingFailure) -> JSONMembers {
        guard value.isObject else { throw expected("an object") }
        return JSONMembers(of: value)
    }

    /// Returns the only member of an object: a case with its values.
    ///
    /// - Throws: ``CodingFailure`` if the value is not an object, or does not have exactly one member.
    public func onlyMember() throws(CodingFailure) -> (key: JSONKey, value: JSONReader) {
        if let (key, value) = value.onlyTapedMember { return (key, JSONReader(value)) }
        return try onlyOtherMember()
    }

    /// Returns the only member of an object that is not on a tape, or throws.
    @inline(never)
    private func onlyOtherMember() throws(CodingFailure) -> (key: JSONKey, value: JSONReader) {
        guard let (key, value) = value.onlyTreeMember else {
            throw value.isObject ? notOneCase() : expected("an object with one case")
        }
        return (key, JSONReader(value))
    }

    /// Reads an object without members: the payload of a case without values.
    public func readEmpty() throws(CodingFailure) {
        var members = try members()
        if let member = members.next() { throw unknownKey(member.key) }
    }
}

extension JSONReader {
    /// Reads the whole value.
    @inlinable
    public func read<T: WireCodable>() throws(CodingFailure) -> T { try T(reading: self) }

    /// Reads the whole value, or returns the default if it is null.
    @inlinable
    public func read<T: WireCodable>(default value: @autoclosure () -> T) throws(CodingFailure) -> T {
        isNull ? value() : try T(reading: self)
    }

    /// Reads the value of a key of this object; absent and null are the same.
    ///
    /// - Throws: ``CodingFailure`` if it is missing and required, or has the wrong type.
    @inlinable
    public func read<T: WireCodable>(_ member: JSONReader?, _ key: StaticString) throws(CodingFailure) -> T {
        guard let member, !member.isNull else {
            if let absent = T.absent { return absent }
            throw missing(key, member)
        }
        do {
            return try T(reading: member)
        } catch {
            throw error.within(key)
        }
    }

    /// Reads the value of a key of this object, or returns the default if it is absent or null.
    @inlinable
    public func read<T: WireCodable>(
        _ member: JSONReader?, _ key: StaticString, default value: @autoclosure () -> T
    ) throws(CodingFailure) -> T {
        guard let member, !member.isNull else { return value() }
        do {
            return try T(reading: member)
        } catch {
            throw error.within(key)
        }
    }
}
