extension Bool: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        guard let bool = reader.bool else { throw reader.expected("true or false") }
        self = bool
    }

    public func write(to writer: JSONWriter) { writer.write(self) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .boolean }
}

extension String: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        guard let string = reader.string else { throw reader.expected("a string") }
        self = string
    }

    public func write(to writer: JSONWriter) { writer.write(self) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .string }
}

extension UUID: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        self = try reader.parseText("a UUID such as \(UUID.example)") { UUID(utf8: $0) }
    }

    public func write(to writer: JSONWriter) {
        writer.write(quotedAtMost: 36) { text in
            write(to: text)
            return 36
        }
    }

    public static func schema(in _: SchemaDefinitions) -> Schema { .uuid }
}

extension Timestamp: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        self = try reader.parseText("a date and time such as 2026-11-21T09:30:00Z") { Timestamp(utf8: $0) }
    }

    public func write(to writer: JSONWriter) {
        writer.write(quotedAtMost: 30, write(to:))
    }

    public static func schema(in _: SchemaDefinitions) -> Schema { .timestamp }
}

extension CalendarDay: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        self = try reader.parseText("a day such as 2026-11-21") { CalendarDay(utf8: $0) }
    }

    public func write(to writer: JSONWriter) { writer.write(description) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .calendarDay }
}

extension JSONReader {
    /// Reads a string in a form of which `parse` returns the value.
    ///
    /// - Parameter what: the form, for errors: `found "soon"; a day such as 2026-11-21 is expected`.
    @inline(__always)
    func parseText<T>(
        _ what: @autoclosure () -> String, _ parse: (UnsafeBufferPointer<UInt8>) -> T?
    ) throws(CodingFailure) -> T {
        guard let text = utf8 else { throw expected("a string") }
        guard let value = parse(text) else { throw unexpected(text, what()) }
        return value
    }

    @inline(never)
    private func unexpected(_ text: UnsafeBufferPointer<UInt8>, _ what: String) -> CodingFailure {
        CodingFailure(path: "", reason: "found \"\(String(decoding: text, as: UTF8.self))\"; \(what) is expected")
    }
}

extension Decoder {
    /// Decodes a string in a form of which ``LosslessStringConvertible/init(_:)`` returns the value.
    ///
    /// - Parameter what: the form, for errors.
    func decodeText<T: LosslessStringConvertible>(_ what: @autoclosure () -> String) throws -> T {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = T(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "found \"\(text)\"; \(what()) is expected")
        }
        return value
    }
}

extension ByteString: WireCodable, WireKey {
    public init(reading reader: JSONReader) throws(CodingFailure) { self.init(try String(reading: reader)) }
    public func write(to writer: JSONWriter) { writer.write(string) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .string }

    public init?(wireKey text: String) { self.init(text) }
    public var wireKey: String { string }
    public static var wirePattern: String? { nil }
}

extension JSONPointer: WireCodable {
    package init(reading reader: JSONReader) throws(CodingFailure) {
        let text = try String(reading: reader)
        guard let pointer = JSONPointer(text) else {
            throw CodingFailure(
                path: "",
                reason: "found \"\(text.prefix(100))\"; a JSON Pointer such as \"/items\" is expected, of up to "
                    + "\(JSONPointer.longest) keys")
        }
        self = pointer
    }

    package func write(to writer: JSONWriter) { writer.write(description) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .text(pattern: Schema.pointerPattern) }
}
