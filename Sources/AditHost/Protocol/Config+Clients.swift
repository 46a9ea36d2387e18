import Adit
import AditJSON

extension Config {
    /// The permissions of clients: a list of keys, or an object with more members.
    package struct Clients: WireCodable {
        /// The control messages that clients may send, and `@with` if they may.
        let messages: Set<String>
        /// The messages of the app that they may send; nil for all.
        private(set) var cases: [CasePattern]?
        /// The parts of the state that they may get and subscribe to; nil for all.
        private(set) var state: [StatePattern]?
        /// What the names of clients begin with that have the authority of the host; nil if none has.
        private(set) var trusted: NamePrefix?

        @Model
        fileprivate struct Members {
            var messages: [Permission] = []
            var cases: [CasePattern]?
            var state: [StatePattern]?
            var trusted: NamePrefix?
        }

        init() { messages = [] }

        package init(reading reader: JSONReader) throws(CodingFailure) {
            if reader.isArray {
                messages = Set(try [Permission](reading: reader).map(\.key))
            } else {
                let members = try Members(reading: reader)
                messages = Set(members.messages.map(\.key))
                (cases, state, trusted) = (members.cases, members.state, members.trusted)
            }
        }

        package func write(to writer: JSONWriter) throws(CodingFailure) {
            let list = messages.sorted().map { Permission($0) }
            if cases == nil, state == nil, trusted == nil { return try list.write(to: writer) }
            try Members(messages: list, cases: cases, state: state, trusted: trusted).write(to: writer)
        }

        package static func schema(in definitions: SchemaDefinitions) -> Schema {
            .anyOf([[Permission].schema(in: definitions), Members.schema(in: definitions)])
        }
    }

    /// What the names of trusted clients begin with: 1 to 255 bytes.
    package struct NamePrefix: WireCodable {
        private let text: String

        package init(reading reader: JSONReader) throws(CodingFailure) {
            text = try String(reading: reader)
            guard (1...255).contains(text.utf8.count) else {
                throw CodingFailure(path: "", reason: "found \(text.utf8.count) bytes; 1 to 255 are expected")
            }
        }

        package func write(to writer: JSONWriter) { text.write(to: writer) }
        package static func schema(in _: SchemaDefinitions) -> Schema { .string }

        /// Whether it is the beginning of a name.
        func begins(_ name: String) -> Bool { name.utf8.starts(with: text.utf8) }
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
