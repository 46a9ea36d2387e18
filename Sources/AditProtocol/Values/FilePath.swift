import Adit
import AditJSON

/// The path of a file.
package struct FilePath: WireCodable {
    package let path: String

    package init(_ path: String) { self.path = path }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        path = try String(reading: reader)
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CodingFailure(path: "", reason: "found \"\(path)\"; the path of a file is expected")
        }
    }

    package func write(to writer: JSONWriter) { path.write(to: writer) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .string }
}
