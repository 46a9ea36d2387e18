import Adit
import AditJSON

extension Config {
    /// The permissions of clients: a list of keys, or an object with more members.
    package struct Clients: WireCodable {
        /// The control messages that clients may send, and `@with` if they may.
        let messages: Set<String>

        @Model
        fileprivate struct Members {
            var messages: [Permission] = []
        }

        init() { messages = [] }

        package init(reading reader: JSONReader) throws(CodingFailure) {
            let list =
                if reader.isArray { try [Permission](reading: reader) } else {
                    try Members(reading: reader).messages
                }
            messages = Set(list.map(\.key))
        }

        package func write(to writer: JSONWriter) throws(CodingFailure) {
            try messages.sorted().map { Permission($0) }.write(to: writer)
        }

        package static func schema(in definitions: SchemaDefinitions) -> Schema {
            .anyOf([[Permission].schema(in: definitions), Members.schema(in: definitions)])
        }
    }

    /// A key that the config can allow clients to send.
    package struct Permission: WireCodable {
        let key: String

        /// All such keys.
        package static let keys = ControlMessage.keys + ["@with"]

        init(_ key: String) { self.key = key }

        package init(reading reader: JSONReader) throws(CodingFailure) {
            key = try String(reading: reader)
            guard Permission.keys.contains(key) else {
                throw CodingFailure(
                    path: "",
                    reason: "found \"\(key)\"; one of \(Permission.keys.joined(separator: ", ")) is expected")
            }
        }

        package func write(to writer: JSONWriter) { key.write(to: writer) }

        package static func schema(in _: SchemaDefinitions) -> Schema {
            .texts(keys.map { Schema.Choice($0) })
        }
    }
}
