import AditJSON
import Testing

@testable import TodoCore

/// Reads a value as a host's message is read.
func read<T: WireCodable>(_ json: String, as type: T.Type = Message.self) throws -> T {
    try withParsed(json) { try decodeWire(type, from: $0) }
}

func withParsed<R>(_ json: String, _ body: (JSONValue) throws -> R) throws -> R {
    let bytes = Array(json.utf8)
    return try bytes.withUnsafeBytes { bytes in
        let document = try JSONDocument(parsing: bytes, depth: 64)
        return try document.withRoot(body)
    }
}

/// Writes a value as a host hears it.
func write(_ value: some WireCodable) throws -> String {
    let writer = JSONWriter()
    try encodeWire(value, to: writer)
    return writer.text
}

/// A message, and the same on the wire.
struct Golden: CustomTestStringConvertible {
    let message: Message
    let json: String
    var testDescription: String { json }

    init(_ message: Message, _ json: String) {
        self.message = message
        self.json = json
    }
}
