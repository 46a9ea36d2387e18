/// A value to be read. Generated code reads through this alone, wherever the value comes from.
///
/// It borrows from a parsed text: it is valid during the `init(reading:)` that it was given to, and no longer.
public struct JSONReader {
    package let value: JSONValue

    @usableFromInline
    package init(_ value: JSONValue) { self.value = value }

    /// Whether the value is `null`.
    public var isNull: Bool { value.isNull }

    /// The bytes of a string; nil where the value is none.
    public var text: JSONKey? {
        guard let bytes = value.utf8, let start = bytes.baseAddress else { return nil }
        return JSONKey(start: start, count: bytes.count)
    }

    /// The members of an object, one after the other.
    ///
    /// - Throws: ``CodingFailure`` where the value is none.
    public func members() throws(CodingFailure) -> JSONMembers {
        guard value.isObject else { throw expected("an object") }
        return JSONMembers(of: value)
    }

    /// The only member of an object: a case, and what it has.
    ///
    /// - Throws: ``CodingFailure`` where the value is no object, or has not exactly one member.
    public func onlyMember() throws(CodingFailure) -> (key: JSONKey, value: JSONReader) {
        guard let (key, value) = value.onlyMember, let start = key.baseAddress else {
            throw self.value.isObject ? notOneCase() : expected("an object with one case")
        }
        return (JSONKey(start: start.assumingMemoryBound(to: UInt8.self), count: key.count), JSONReader(value))
    }

    /// Reads an object without members: what a case without values has.
    public func readEmpty() throws(CodingFailure) {
        var members = try members()
        if let member = members.next() { throw unknownKey(member.key) }
    }
}

extension JSONReader {
    /// Reads the whole value.
    @inlinable
    public func read<T: WireCodable>() throws(CodingFailure) -> T { try T(reading: self) }

    /// Reads the whole value, or takes the default where it is null.
    @inlinable
    public func read<T: WireCodable>(default value: @autoclosure () -> T) throws(CodingFailure) -> T {
        isNull ? value() : try T(reading: self)
    }

    /// Reads the value of a key of this object; absent and null are the same.
    ///
    /// - Throws: ``CodingFailure`` where it is absent and must not be, or is not what it should be.
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

    /// Reads the value of a key of this object, or takes the default where it is absent or null.
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
