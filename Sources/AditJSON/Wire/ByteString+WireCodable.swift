extension ByteString: WireCodable, WireKey {
    public init(reading reader: JSONReader) throws(CodingFailure) { self.init(try String(reading: reader)) }
    public func write(to writer: JSONWriter) { writer.write(string) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .string }

    public init?(wireKey text: String) { self.init(text) }
    public var wireKey: String { string }
    public static var wirePattern: String? { nil }
}
