/// A JSON value that is already written, such as a part of the state. It is only sent.
@usableFromInline
package struct WrittenJSON: WireCodable {
    private enum Written {
        case writer(JSONWriter)
        case string(String)
    }

    private let written: Written

    /// The text of the value.
    @usableFromInline
    package var text: String {
        switch written {
        case .writer(let writer): writer.text
        case .string(let text): text
        }
    }

    /// - Parameter text: the text of one JSON value.
    package init(_ text: JSONWriter) { written = .writer(text) }

    /// - Parameter text: the text of one JSON value.
    package init(_ text: String) { written = .string(text) }

    @usableFromInline
    package init(reading reader: JSONReader) {
        let writer = JSONWriter()
        writer.write(reader)
        written = .writer(writer)
    }

    @usableFromInline
    package func write(to writer: JSONWriter) {
        switch written {
        case .writer(let text): writer.write(raw: text.bytes)
        case .string(let text): writer.write(json: text)
        }
    }

    /// Reads the value.
    @inlinable
    package func read<R>(_ body: (JSONReader) throws(CodingFailure) -> R) throws(CodingFailure) -> R {
        let text = text
        return try text.utf8.span.withUnsafeBytes { (text) throws(CodingFailure) in
            try JSONReader.read(text, as: "a value that is", body)
        }
    }

    @usableFromInline
    package static func schema(in _: SchemaDefinitions) -> Schema { .any }
}
