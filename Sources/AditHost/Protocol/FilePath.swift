import Adit
import AditJSON
import AditState

/// The path of a file.
package struct FilePath: WireCodable {
    /// The path as it was given, for messages.
    package let path: String
    /// The path from the root on: a relative one begins at the working directory at the time of reading. The process may
    /// have another one when the file is opened.
    package let absolute: String

    package init(_ path: String) {
        self.path = path
        absolute = FileSystem.absolutePath(path)
    }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        self.init(try String(reading: reader))
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CodingFailure(path: "", reason: "found \"\(path)\"; the path of a file is expected")
        }
    }

    package func write(to writer: JSONWriter) { path.write(to: writer) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .string }
}
