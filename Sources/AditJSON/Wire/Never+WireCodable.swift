/// Never read or written: the reply type of a gateway without replies.
extension Never: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { throw reader.expected("nothing") }
    public func write(to _: JSONWriter) {}
    public static func schema(in _: SchemaDefinitions) -> Schema { .cases([]) }
}
