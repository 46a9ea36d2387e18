import Adit
import AditJSON

/// The levels of objects and arrays that a message may have.
package struct Depth: WireCodable {
    package let value: Int

    // A quarter of jansson's limit, so that a thread's usual stack of 8 MiB suffices: a level of a large enum takes 8 KiB of
    // it in a debug build, read or written.
    package static let deepest = 512

    package init(_ value: Int) { self.value = value }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        value = try Bound<Int32>(reading: reader).value
        guard value <= Depth.deepest else {
            throw CodingFailure(path: "", reason: "found \(value); one from 1 to \(Depth.deepest) is expected")
        }
    }

    package func write(to writer: JSONWriter) { writer.write(value) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .integer(1...Int64(deepest)) }
}
