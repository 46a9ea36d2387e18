extension Optional: WireCodable where Wrapped: WireCodable {
    @inlinable
    public init(reading reader: JSONReader) throws(CodingFailure) {
        self = reader.isNull ? nil : try Wrapped(reading: reader)
    }

    @inlinable
    public func write(to writer: JSONWriter) throws(CodingFailure) {
        if let self { try self.write(to: writer) } else { writer.writeNull() }
    }

    public static func schema(in definitions: SchemaDefinitions) -> Schema {
        .optional(Wrapped.schema(in: definitions))
    }

    @inlinable public static var absent: Self? { .some(nil) }
    @inlinable public var isAbsent: Bool { self == nil }

    public func addCasePath(to path: inout [String]) { self?.addCasePath(to: &path) }

    @inlinable
    public func direction(within outer: CaseDirection) -> CaseDirection {
        self?.direction(within: outer) ?? outer
    }
}
