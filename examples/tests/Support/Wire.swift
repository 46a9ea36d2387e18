@testable import AditJSON

/// Reads a text, and hands its value to `body`.
package func withJSON<R>(_ text: String, _ body: (JSONReader) throws -> R) throws -> R {
    try Array(text.utf8).withUnsafeBytes { bytes in
        try JSONReader.read(bytes, depth: 64, values: .max) { reader in Result { try body(reader) } }.get()
    }
}

/// Reads a value as a host's message is read.
package func decoded<T: WireCodable>(_ type: T.Type = T.self, from text: String) throws -> T {
    try withJSON(text) { try T(reading: $0) }
}

/// What a value is on the wire, as a host hears it.
package func encoded(_ value: some WireCodable) throws -> String {
    let writer = JSONWriter()
    try encodeWire(value, to: writer)
    return writer.text
}
