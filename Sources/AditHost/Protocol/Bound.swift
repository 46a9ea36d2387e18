import Adit
import AditJSON

/// A limit in a config: a number over 0 that fits an integer type.
package struct Bound<Number: FixedWidthInteger & WireCodable>: WireCodable {
    package let value: Int

    package init(_ value: Int) { self.value = value }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        value = Int(try Number(reading: reader))
        guard value > 0 else {
            throw CodingFailure(path: "", reason: "found \(value); a number over 0 is expected")
        }
    }

    package func write(to writer: JSONWriter) { writer.write(value) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .integer(1...Int64(Number.max)) }
}
