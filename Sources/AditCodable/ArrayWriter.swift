import AditJSON

/// A container that writes the elements of an array in order.
struct ArrayWriter: UnkeyedEncodingContainer {
    private let encoding: Encoding
    private let scope: Scope

    init(_ encoding: Encoding, _ scope: Scope) {
        self.encoding = encoding
        self.scope = scope
    }

    var codingPath: [any CodingKey] { scope.place?.keys ?? [] }
    var count: Int { scope.count }

    func encodeNil() throws { try next().encodeNil() }
    func encode(_ value: Bool) throws { try next().encode(value) }
    func encode(_ value: String) throws { try next().encode(value) }
    func encode(_ value: Double) throws { try next().encode(value) }
    func encode(_ value: Float) throws { try next().encode(value) }
    func encode<T: FixedWidthInteger & Encodable>(_ value: T) throws { try next().encode(value) }
    func encode<T: Encodable>(_ value: T) throws { try next().encodeWhole(value) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedWriter(encoding, open(.object)))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        ArrayWriter(encoding, open(.array))
    }

    func superEncoder() -> any Encoder {
        let room = open(.single)
        return BridgeEncoder(encoding, at: room.place, in: room)
    }

    private func open(_ form: Scope.Form) -> Scope {
        encoding.open(form, at: .index(scope.count, in: scope.place)) { () throws(CodingFailure) in
            try encoding.next(in: scope)
        }
    }

    /// Writes the comma, and returns the encoder of the next element.
    private func next() throws -> BridgeEncoder {
        let place = CodingPlace.index(scope.count, in: scope.place)
        try encoding.next(in: scope)
        return BridgeEncoder(encoding, at: place)
    }
}
