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
        guard let text = reader.utf8 else { throw reader.expected("a string") }
        guard let uuid = UUID(utf8: text) else { throw reader.expected("a UUID such as \(UUID.example)", text) }
        self = uuid
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
        guard let text = reader.utf8 else { throw reader.expected("a string") }
        guard let timestamp = Timestamp(utf8: text) else {
            throw reader.expected("a date and time such as 2026-11-21T09:30:00Z", text)
        }
        self = timestamp
    }

    public func write(to writer: JSONWriter) {
        writer.write(quotedAtMost: 30, write(to:))
    }

    public static func schema(in _: SchemaDefinitions) -> Schema { .timestamp }
}

extension CalendarDay: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        guard let text = reader.utf8 else { throw reader.expected("a string") }
        guard let day = CalendarDay(utf8: text) else { throw reader.expected("a day such as 2026-11-21", text) }
        self = day
    }

    public func write(to writer: JSONWriter) { writer.write(description) }
    public static func schema(in _: SchemaDefinitions) -> Schema { .calendarDay }
}

extension JSONReader {
    /// An unexpected text: `found "soon"; a day such as 2026-11-21 is expected`.
    fileprivate func expected(_ what: String, _ text: UnsafeBufferPointer<UInt8>) -> CodingFailure {
        CodingFailure(path: "", reason: "found \"\(String(decoding: text, as: UTF8.self))\"; \(what) is expected")
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
