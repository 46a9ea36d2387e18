import AditJSON

/// A container that writes the values of keys.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let encoding: Encoding
    private let scope: Scope

    init(_ encoding: Encoding, _ scope: Scope) {
        self.encoding = encoding
        self.scope = scope
    }

    var codingPath: [any CodingKey] { scope.place?.keys ?? [] }

    func encodeNil(forKey key: Key) throws { try place(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) throws { try place(key).encode(value) }
    func encode(_ value: String, forKey key: Key) throws { try place(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try place(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) throws { try place(key).encode(value) }

    func encode<T: FixedWidthInteger & Encodable>(_ value: T, forKey key: Key) throws {
        try place(key).encode(value)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try place(key).encodeWhole(value) }

    // A nil optional is absent, except for a case's only unlabelled value, which is null. For each of these types Swift
    // has a function that leaves nil out, and prefers it to a generic one.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try optional(value, key) }

    private func optional<T: Encodable>(_ value: T?, _ key: Key) throws {
        if let value {
            try encode(value, forKey: key)
        } else if scope.form == .payload {
            try encodeNil(forKey: key)
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(KeyedWriter<NestedKey>(encoding, open(NestedKey.isUnlabelled ? .payload : .object, key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ArrayWriter(encoding, open(.array, key))
    }

    func superEncoder() -> any Encoder { superEncoder(named: NameKey("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(named: key) }

    private func superEncoder(named key: any CodingKey) -> any Encoder {
        let room = open(.single, key)
        return BridgeEncoder(encoding, at: room.place, in: room)
    }

    private func open(_ form: Scope.Form, _ key: any CodingKey) -> Scope {
        encoding.open(form, at: place(of: key)) { () throws(CodingFailure) in
            try encoding.next(key, in: scope)
        }
    }

    /// Writes the key, and returns the encoder of its value.
    private func place(_ key: Key) throws -> BridgeEncoder {
        try encoding.next(key, in: scope)
        return BridgeEncoder(encoding, at: place(of: key))
    }

    /// Returns the place of a key's value. An unlabelled value has the place of its case.
    private func place(of key: any CodingKey) -> CodingPlace? {
        scope.form == .payload ? scope.place : .key(key, in: scope.place)
    }
}
