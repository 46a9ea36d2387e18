import AditJSON

/// A container that reads the values of keys.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoder: BridgeDecoder
    private let place: CodingPlace?
    private let audit: UnknownKeyCheck

    init(_ decoder: BridgeDecoder, _ value: JSONReader, _ form: UnknownKeyCheck.Form, at place: CodingPlace?) {
        self.decoder = decoder
        self.place = place
        audit = decoder.audit(value, form, isUnlabelled: form == .payload && Key.isUnlabelled, at: place)
    }

    /// Returns the place of a key's value. An unlabelled value has the place of its case.
    private func place(of key: any CodingKey) -> CodingPlace? {
        audit.isUnlabelled ? place : .key(key, in: place)
    }

    var codingPath: [any CodingKey] { place?.keys ?? [] }
    var allKeys: [Key] { audit.keys(Key.self) }

    func contains(_ key: Key) -> Bool { audit.present(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { audit.present(key) == nil }

    func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try at(key).read(at: place(of: key)) }
    func decode(_: String.Type, forKey key: Key) throws -> String { try at(key).read(at: place(of: key)) }
    func decode(_: Double.Type, forKey key: Key) throws -> Double { try at(key).read(at: place(of: key)) }
    func decode(_: Float.Type, forKey key: Key) throws -> Float { try at(key).read(at: place(of: key)) }

    func decode<T: FixedWidthInteger & Decodable>(_: T.Type, forKey key: Key) throws -> T {
        try at(key).readInteger(at: place(of: key))
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let value: JSONReader
        if let present = audit.present(key) {
            value = present
        } else if T.self is any ExpressibleByNilLiteral.Type {
            value = decoder.value.absent
        } else {
            throw audit.missing(key)
        }
        decoder.forgetPayload(value)
        return try decoder.descend(to: value, at: place(of: key)).decodeWhole(type)
    }

    // Swift's default implementation looks a key up three times; the most frequent types use one lookup.

    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? {
        try audit.present(key)?.read(at: place(of: key))
    }

    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
        try audit.present(key)?.read(at: place(of: key))
    }

    func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? {
        try audit.present(key)?.readInteger(at: place(of: key))
    }

    func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? {
        try audit.present(key)?.read(at: place(of: key))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let value = audit.present(key) else { return nil }
        decoder.forgetPayload(value)
        return try decoder.descend(to: value, at: place(of: key)).decodeWhole(type)
    }

    /// The values of an enum's case.
    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        guard let value = audit.member(key) else { throw audit.missing(key) }
        return KeyedDecodingContainer(KeyedReader<NestedKey>(decoder, value, .payload, at: place(of: key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ArrayReader(decoder, at(key), at: place(of: key))
    }

    func superDecoder() throws -> any Decoder { try superDecoder(named: NameKey("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(named: key) }

    private func superDecoder(named key: any CodingKey) throws -> any Decoder {
        decoder.share(try at(key), at: place(of: key))
    }

    private func at(_ key: any CodingKey) throws -> JSONReader {
        guard let value = audit.present(key) else { throw audit.missing(key) }
        return value
    }
}
