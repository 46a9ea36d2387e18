// What the types of a generated client are read and written by.

/// A UUID of 36 characters.
public typealias UUIDText = String
/// A time, as of RFC 3339, with up to nanoseconds.
public typealias Timestamp = String
/// A day: 2026-11-21.
public typealias Day = String

/// The key of a member.
public struct MemberKey: CodingKey, ExpressibleByStringLiteral {
    public let stringValue: String
    public var intValue: Int? { nil }

    public init(stringLiteral value: String) { stringValue = value }
    public init(stringValue: String) { self.stringValue = stringValue }
    public init?(intValue: Int) { nil }

    public static func ~= (pattern: String, key: MemberKey) -> Bool { key.stringValue == pattern }
}

/// The keys that may stand beside a message.
private let besideMessage: Set<String> = ["@id", "@with", "@group", "@client", "@cursor", "@again"]

extension Decoder {
    /// The members of an object that has no others.
    public func members(_ keys: [String]) throws -> KeyedDecodingContainer<MemberKey> {
        let members = try container(keyedBy: MemberKey.self)
        try members.refuseOthers(than: keys)
        return members
    }

    /// The members of an object with one of several keys, and that key. What stands beside a message does not count.
    public func onlyCase(_ keys: [String]) throws -> (KeyedDecodingContainer<MemberKey>, MemberKey) {
        let members = try container(keyedBy: MemberKey.self)
        let isMessage = codingPath.isEmpty
        let found = members.allKeys.filter { !isMessage || !besideMessage.contains($0.stringValue) }
        try members.refuseOthers(than: keys, among: found)
        guard found.count == 1 else {
            throw members.failure("found \(found.count) keys; one of \(keys.joined(separator: ", ")) is expected")
        }
        return (members, found[0])
    }

    public func unknown(_ key: MemberKey) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: "unknown key \"\(key.stringValue)\""))
    }
}

extension KeyedDecodingContainer<MemberKey> {
    func failure(_ text: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: text))
    }

    func refuseOthers(than keys: [String], among found: [MemberKey]? = nil) throws {
        for key in found ?? allKeys where !keys.contains(key.stringValue) {
            let expected = keys.isEmpty ? "none is" : "one of \(keys.joined(separator: ", ")) is"
            throw failure("unknown key \"\(key.stringValue)\"; \(expected) expected")
        }
    }

    /// The values of a case that has several.
    public func values(_ key: MemberKey, _ keys: [String]) throws -> KeyedDecodingContainer<MemberKey> {
        let values = try nestedContainer(keyedBy: MemberKey.self, forKey: key)
        try values.refuseOthers(than: keys)
        return values
    }

    /// The value of a case, below `request` or `response`.
    public func decode<T: Decodable>(_ type: T.Type, below wrapper: String, of key: MemberKey) throws -> T {
        try values(key, [wrapper]).decode(type, forKey: MemberKey(stringValue: wrapper))
    }
}

extension KeyedEncodingContainer<MemberKey> {
    /// Writes the value of a case, below `request` or `response`.
    public mutating func encode(_ value: some Encodable, below wrapper: String, of key: MemberKey) throws {
        var members = nestedContainer(keyedBy: MemberKey.self, forKey: key)
        try members.encode(value, forKey: MemberKey(stringValue: wrapper))
    }
}
