/// A JSON value that is already written, such as a part of the state. It is only sent.
package struct WrittenJSON: WireCodable {
    private enum Text {
        case written(JSONWriter)
        case string(String)
    }

    private let text: Text

    /// - Parameter text: the text of one JSON value.
    package init(_ text: JSONWriter) { self.text = .written(text) }

    /// - Parameter text: the text of one JSON value.
    package init(_ text: String) { self.text = .string(text) }

    package init(reading reader: JSONReader) {
        let writer = JSONWriter()
        writer.write(reader.value)
        text = .written(writer)
    }

    package func write(to writer: JSONWriter) {
        switch text {
        case .written(let text): writer.write(raw: text.bytes)
        case .string(let text): writer.write(json: text)
        }
    }

    /// Reads the value.
    package func read<R>(_ body: (JSONValue) throws(CodingFailure) -> R) throws(CodingFailure) -> R {
        let writer = JSONWriter()
        write(to: writer)
        return try BorrowedDocument(parsing: writer.bytes, as: "a value that is").withRoot(body)
    }

    package static func schema(in _: SchemaDefinitions) -> Schema { .any }
}
