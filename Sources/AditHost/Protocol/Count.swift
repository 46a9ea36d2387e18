import Adit
import AditJSON

/// A number from 0 on.
package struct Count: WireCodable, Equatable {
    package let value: Int

    package init(_ value: Int) { self.value = value }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        value = try Int(reading: reader)
        guard value >= 0 else {
            throw CodingFailure(path: "", reason: "found \(value); a number from 0 on is expected")
        }
    }

    package func write(to writer: JSONWriter) { writer.write(value) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .integer(0...Int64.max) }
}
