/// The members of a JSON object, in the order of their keys' bytes.
///
/// Keys are distinguished by bytes, as in JSON: `é` as one scalar and `e` with an accent are two keys here, and one in
/// a dictionary of strings.
///
/// ```swift
/// var object: JSONObject = ["status": .integer(200)]
/// object["body"] = .string("text")
/// ```
///
/// A value. Any thread.
public struct JSONObject: Hashable, Sendable {
    private var members: [Member] = []

    /// An object without members.
    public init() {}

    /// Creates an object with some members; of duplicate keys, the last one is kept.
    ///
    /// - Complexity: O(n log n) in the number of members.
    public init(_ members: some Sequence<(key: String, value: JSON)>) {
        let sorted = members.map { Member(key: ByteString($0.key), value: $0.value) }.sorted { $0.key < $1.key }
        self.members.reserveCapacity(sorted.count)
        // Sorting is stable.
        for member in sorted {
            if let last = self.members.last, last.key == member.key { self.members.removeLast() }
            self.members.append(member)
        }
    }

    /// The value of a key; nil if absent. Setting nil removes the member.
    ///
    /// - Complexity: O(log n) in the number of members for a lookup; O(n) for an insertion or removal.
    public subscript(key: String) -> JSON? {
        get {
            let (place, isThere) = find(ByteString(key))
            return isThere ? members[place].value : nil
        }
        set {
            let key = ByteString(key)
            let (place, isThere) = find(key)
            switch (isThere, newValue) {
            case (true, let value?): members[place].value = value
            case (true, nil): members.remove(at: place)
            case (false, let value?): members.insert(Member(key: key, value: value), at: place)
            case (false, nil): break
            }
        }
    }

    /// Removes a member.
    ///
    /// - Returns: its value; nil if absent.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSON? {
        let (place, isThere) = find(ByteString(key))
        return isThere ? members.remove(at: place).value : nil
    }

    /// Returns the members that satisfy a predicate.
    public func filter(_ isIncluded: ((key: String, value: JSON)) throws -> Bool) rethrows -> JSONObject {
        var object = JSONObject()
        object.members = try members.filter { try isIncluded(($0.key.string, $0.value)) }
        return object
    }

    /// The keys, in the order of their bytes.
    public var keys: [String] { members.map(\.key.string) }

    /// Returns the position of a key, or its insertion position.
    private func find(_ key: ByteString) -> (place: Int, isThere: Bool) {
        var (low, high) = (0, members.count)
        while low < high {
            let middle = (low + high) / 2
            if members[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return (low, low < members.count && members[low].key == key)
    }
}

extension JSONObject {
    private struct Member: Hashable, Sendable {
        let key: ByteString
        var value: JSON
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as JSON; the reason if it has none, such as an infinite number.
    public var description: String { JSON.object(self).description }
}

extension JSONObject: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { members.count }
    public subscript(position: Int) -> (key: String, value: JSON) {
        (members[position].key.string, members[position].value)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral members: (String, JSON)...) {
        self.init(members.lazy.map { (key: $0.0, value: $0.1) })
    }
}

extension JSONObject: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        guard case .object(let object) = JSON(reader) else { throw reader.expected("an object") }
        self = object
    }

    /// Writes the members in the order of their keys' bytes.
    public func write(to writer: JSONWriter) throws(CodingFailure) {
        writer.write(byte: UInt8(ascii: "{"))
        for member in members {
            let key = member.key.string
            if key.hasNUL { throw .keyWithNUL }
            writer.begin(property: key)
            try member.value.write(to: writer)
        }
        writer.write(byte: UInt8(ascii: "}"))
    }

    public static func schema(in definitions: SchemaDefinitions) -> Schema {
        .dictionary(keys: nil, JSON.schema(in: definitions))
    }
}
