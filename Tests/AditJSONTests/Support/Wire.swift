import AditCodable
import AditJSON
import TestSupport
import Testing

/// Reads a plain `Codable` value from the wire.
func read<T: Decodable>(
    _ type: T.Type = T.self, _ text: String, userInfo: [CodingUserInfoKey: any Sendable] = [:]
) throws -> T {
    try withJSON(text) { try decodeBridged(type, from: $0, userInfo: BridgeUserInfo(userInfo)) }
}

/// What a plain `Codable` value is on the wire.
func written(_ value: some Encodable) throws -> String {
    let writer = JSONWriter()
    try encodeBridged(value, to: writer)
    return writer.text
}

/// The text of the error with which a text is refused as a value of `type`.
func refusal<T: Decodable>(of text: String, as type: T.Type) -> String {
    do {
        return "nothing: read as \(try read(type, text))"
    } catch {
        return "\(error)"
    }
}

/// The text of the error with which a value is refused on its way to the wire.
func refusal(ofWriting value: some Encodable) -> String {
    do {
        return "nothing: written as \(try written(value))"
    } catch {
        return "\(error)"
    }
}

/// Expects a value to be `text` on the wire, and the text to read back as the value.
func expectWire<T: Codable & Equatable>(
    _ value: T, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
        let wire = try written(value)
        #expect(wire == text, sourceLocation: sourceLocation)
        let back = try read(T.self, text)
        #expect(back == value, sourceLocation: sourceLocation)
    }
}
