import Adit
import AditJSON

/// A JSON value that is already written, such as a part of the state. It is only sent.
package struct WrittenJSON: WireCodable {
    private let text: JSONWriter

    /// - Parameter text: the text of one JSON value.
    package init(_ text: JSONWriter) { self.text = text }

    package init(reading reader: JSONReader) { text = JSONWriter(); text.write(reader.value) }

    package func write(to writer: JSONWriter) { writer.write(raw: text.bytes) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .any }
}
