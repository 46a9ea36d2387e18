import Adit
import AditJSON

/// The operations of a patch (RFC 6902), which are already written.
package struct PatchOperations: WireCodable {
    private let text: JSONWriter

    /// - Parameter text: the operations, separated by commas.
    package init(_ text: JSONWriter) { self.text = text }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        throw reader.expected("no operations: a core only sends them")
    }

    package func write(to writer: JSONWriter) {
        writer.write(literal: "[")
        writer.write(raw: text.bytes)
        writer.write(literal: "]")
    }

    /// Adit uses three of the six kinds of operations.
    package static func schema(in _: SchemaDefinitions) -> Schema {
        let path = Schema.Member(
            "path", "The target, relative to the subscription's path.", .text(pattern: Schema.pointerPattern))
        func op(_ words: String...) -> Schema.Member {
            Schema.Member("op", "", .texts(words.map { Schema.Choice($0) }))
        }
        return .array(
            .anyOf([
                .members([op("add", "replace"), path, Schema.Member("value", "The new value.", .optional(.any))]),
                .members([op("remove"), path]),
                .members([
                    op("move"), Schema.Member("from", "The source.", .text(pattern: Schema.pointerPattern)), path,
                ]),
            ]))
    }
}
