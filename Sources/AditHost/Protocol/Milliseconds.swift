import Adit
import AditJSON

/// The milliseconds that a virtual clock advances by.
package struct Milliseconds: WireCodable {
    package let value: Int

    /// A century; its nanoseconds fit in an `Int`. A clock stops at its latest time.
    package static let longest = 3_155_760_000_000

    package init(reading reader: JSONReader) throws(CodingFailure) {
        value = try Int(reading: reader)
        guard (0...Milliseconds.longest).contains(value) else {
            throw CodingFailure(
                path: "", reason: "found \(value); milliseconds from 0 to \(Milliseconds.longest) are expected")
        }
    }

    package func write(to writer: JSONWriter) { writer.write(value) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .integer(0...Int64(longest)) }
}
