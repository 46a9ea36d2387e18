/// Nothing is read or written as it: the reply of a gateway that answers nothing.
extension Never: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { throw reader.expected("nothing") }
    public func write(to _: JSONWriter) {}
    public static func schema(in _: SchemaDefinitions) -> Schema { .cases([]) }
}
