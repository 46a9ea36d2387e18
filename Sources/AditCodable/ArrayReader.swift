import AditJSON

/// A container that reads the elements of an array in order.
struct ArrayReader: UnkeyedDecodingContainer {
    private let decoder: BridgeDecoder
    private let array: JSONReader
    private let place: CodingPlace?
    private(set) var currentIndex = 0
    private var rest: JSONElements
    /// The current element; nil at the end.
    private var element: JSONReader?

    init(_ decoder: BridgeDecoder, _ value: JSONReader, at place: CodingPlace?) throws(CodingFailure) {
        guard value.isArray else {
            throw CodingFailure(at: place, "found \(value.description); an array is expected")
        }
        self.decoder = decoder
        self.place = place
        array = value
        rest = try value.elements()
        element = rest.next()
    }

    var codingPath: [any CodingKey] { place?.keys ?? [] }
    var count: Int? { array.count }
    var isAtEnd: Bool { element == nil }

    mutating func decodeNil() throws -> Bool {
        guard let element, element.isNull else { return false }
        advance()
        return true
    }

    mutating func decode(_: Bool.Type) throws -> Bool { try next { try $0.read(at: $1) } }
    mutating func decode(_: String.Type) throws -> String { try next { try $0.read(at: $1) } }
    mutating func decode(_: Double.Type) throws -> Double { try next { try $0.read(at: $1) } }
    mutating func decode(_: Float.Type) throws -> Float { try next { try $0.read(at: $1) } }

    mutating func decode<T: FixedWidthInteger & Decodable>(_: T.Type) throws -> T {
        try next { try $0.readInteger(at: $1) }
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try next { [decoder] in try decoder.descend(to: $0, at: $1).decodeWhole(type) }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try next { [decoder] in try decoder.share($0, at: $1).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { [decoder] in try ArrayReader(decoder, $0, at: $1) }
    }

    mutating func superDecoder() throws -> any Decoder {
        try next { [decoder] in decoder.share($0, at: $1) }
    }

    /// Reads the next element, and advances if that succeeds.
    private mutating func next<T>(_ read: (JSONReader, CodingPlace) throws -> T) throws -> T {
        let place = CodingPlace.index(currentIndex, in: place)
        guard let element else {
            throw CodingFailure(at: place, "found the end of the array; an element is expected")
        }
        let value = try read(element, place)
        advance()
        return value
    }

    private mutating func advance() {
        currentIndex += 1
        element = rest.next()
    }
}
