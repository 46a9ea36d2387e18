import Adit
import AditJSON

/// A JSON value that is read elsewhere: decoding it only notes that it is there.
package struct AnyJSON: WireCodable {
    package init(reading _: JSONReader) {}
    package func write(to writer: JSONWriter) { writer.writeNull() }
    package static func schema(in _: SchemaDefinitions) -> Schema { .any }
}
