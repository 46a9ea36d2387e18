import AditJSON

/// Encodes a plain `Codable` value as JSON, in Adit's wire format.
///
/// Differences from Swift's synthesized encoding: an enum's only value is written as itself if it has no label (never
/// under `_0`), with nil as `null`; a `Duration` is a text; dictionaries are written in the order of their keys. Text goes
/// directly into the writer, so containers are closed in the order in which they were opened.
///
/// - Throws: ``CodingFailure`` whenever a number is NaN or infinite, or a type interleaves writes to two containers. The writer is then left without output.
package func encodeBridged<T: Encodable>(_ value: T, to writer: JSONWriter) throws(CodingFailure) {
    let start = writer.count
    let encoding = Encoding(writer)
    try? BridgeEncoder(encoding, at: nil).encodeWhole(value)
    guard let failure = encoding.failure else { return }
    writer.truncate(to: start)
    throw failure
}

/// The encoder of one value.
final class BridgeEncoder: Encoder {
    let encoding: Encoding
    let place: CodingPlace?
    /// The container for the value, if it was opened before the encoder was handed out.
    private let room: Scope?
    @exclusivity(unchecked) private var own: Scope?
    @exclusivity(unchecked) private var isWritten = false

    init(_ encoding: Encoding, at place: CodingPlace?, in room: Scope? = nil) {
        self.encoding = encoding
        self.place = place
        self.room = room
    }

    var codingPath: [any CodingKey] { place?.keys ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Encodes a value, and closes its containers. A type that writes nothing is an object without keys.
    func encodeWhole<T: Encodable>(_ value: T) throws {
        let depth = encoding.depth
        let start = encoding.writer.count
        do {
            // A cast costs more than encoding most values; a value of another size than a dictionary's is not one.
            if MemoryLayout<T>.size == MemoryLayout<[String: Int]>.size, let dictionary = value as? any KeyedDictionary
            {
                try dictionary.encodeInOrder(to: self)
            } else if T.self == Duration.self, let duration = value as? Duration {
                // Its own coding is two halves of a number of 128 bits.
                try encode(duration.iso8601)
            } else {
                try value.encode(to: self)
            }
        } catch {
            // The failure stays even if an outer type catches it: half of the value may have been written.
            encoding.fail(error, at: place)
            throw error
        }
        encoding.close(to: depth)
        if encoding.writer.count == start { encoding.writer.write(literal: "{}") }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedWriter(encoding, open(.object)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { ArrayWriter(encoding, open(.array)) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func open(_ form: Scope.Form) -> Scope {
        // A subclass and its superclass write into the same container.
        if let own, own.form == form { return own }
        let scope = encoding.open(form, at: place) { () throws(CodingFailure) in try claim() }
        own = scope
        return scope
    }

    /// Claims the place of the value, which can be taken once.
    func claim() throws(CodingFailure) {
        guard !isWritten else { throw encoding.fail(at: place, "two values in the place of one") }
        isWritten = true
        if let room { try encoding.next(in: room) }
    }
}

/// A dictionary that is encoded as an object.
protocol KeyedDictionary {
    func encodeInOrder(to encoder: BridgeEncoder) throws
}

extension Dictionary: KeyedDictionary where Key: CodingKeyRepresentable, Value: Encodable {
    func encodeInOrder(to encoder: BridgeEncoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        let members = map { (name: $0.key.codingKey.stringValue, value: $0.value) }
        for (name, value) in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            if name.hasNUL { throw encoder.encoding.fail(at: encoder.place, CodingFailure.keyWithNUL.reason) }
            try container.encode(value, forKey: NameKey(name))
        }
    }
}

extension BridgeEncoder: SingleValueEncodingContainer {
    func encodeNil() throws { try plain().writeNull() }
    func encode(_ value: Bool) throws { try plain().write(value) }
    func encode(_ value: String) throws { try plain().write(value) }
    func encode(_ value: Double) throws { try check(value, isWritten: plain().write(value)) }
    func encode(_ value: Float) throws { try check(value, isWritten: plain().write(value)) }

    func encode<T: FixedWidthInteger & Encodable>(_ value: T) throws {
        guard let number = Int64(exactly: value) else {
            throw encoding.fail(at: place, "found \(value); a number up to \(Int64.max) is expected")
        }
        try plain().write(number)
    }

    func encode<T: Encodable>(_ value: T) throws {
        try claim()
        try BridgeEncoder(encoding, at: place).encodeWhole(value)
    }

    /// Claims the value's place, and returns the writer.
    private func plain() throws(CodingFailure) -> JSONWriter {
        try claim()
        return encoding.writer
    }

    private func check(_ value: some FloatingPoint, isWritten: Bool) throws {
        guard isWritten else { throw encoding.fail(at: place, "found \(value); a finite number is expected") }
    }
}
