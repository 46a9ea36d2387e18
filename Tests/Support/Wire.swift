import AditJSON

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
