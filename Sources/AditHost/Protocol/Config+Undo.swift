import Adit
import AditJSON

extension Config {
    /// The undo history of a core: true, or an object with more members.
    package struct Undo: WireCodable {
        /// Whether there is one.
        package let isOn: Bool
        /// The size of the journal in bytes, for a core without a store.
        package let bytes: Count

        @Model
        fileprivate struct Members {
            /// Bytes of changes that are kept in memory; a store has a journal with a retention of its own.
            var bytes: Count = Undo.standard
        }

        private static let standard = Count(16 << 20)

        package init(reading reader: JSONReader) throws(CodingFailure) {
            if reader.isObject {
                (isOn, bytes) = (true, try Members(reading: reader).bytes)
            } else {
                (isOn, bytes) = (try Bool(reading: reader), Undo.standard)
            }
        }

        package func write(to writer: JSONWriter) throws(CodingFailure) {
            if isOn { try Members(bytes: bytes).write(to: writer) } else { isOn.write(to: writer) }
        }

        package static func schema(in definitions: SchemaDefinitions) -> Schema {
            .anyOf([Bool.schema(in: definitions), Members.schema(in: definitions)])
        }
    }
}
