import Adit
import AditJSON

extension Config {
    /// The permissions of clients: a list of keys, or an object with more members.
    package struct Clients: WireCodable {
        /// What the names of clients begin with that have the authority of the host; nil if none has.
        private let trusted: NamePrefix?
        /// What the other clients may send and see: one object, to which each message of a client refers.
        private let permissions: Permissions

        @Model
        fileprivate struct Members {
            var messages: [Permission] = []
            var cases: [CasePattern]?
            var state: [StatePattern]?
            var trusted: NamePrefix?
        }

        init() { self.init(Members()) }

        private init(_ members: Members) {
            permissions = Permissions(Set(members.messages.map(\.key)), cases: members.cases, state: members.state)
            trusted = members.trusted
        }

        package init(reading reader: JSONReader) throws(CodingFailure) {
            self.init(reader.isArray ? Members(messages: try reader.read()) : try Members(reading: reader))
        }

        package func write(to writer: JSONWriter) throws(CodingFailure) {
            let list = permissions.messages.sorted().map { Permission($0) }
            let (cases, state) = (permissions.cases, permissions.state)
            if cases == nil, state == nil, trusted == nil { return try list.write(to: writer) }
            try Members(messages: list, cases: cases, state: state, trusted: trusted).write(to: writer)
        }

        /// Returns what a client may send and see.
        func permissions(of client: String) -> Permissions {
            trusted?.begins(client) ?? false ? .all : permissions
        }

        package static func schema(in definitions: SchemaDefinitions) -> Schema {
            .anyOf([[Permission].schema(in: definitions), Members.schema(in: definitions)])
        }
    }

    /// What a client may send and see.
    final class Permissions: Sendable {
        /// The control messages that it may send, and `@with` if it may.
        let messages: Set<String>
        /// The messages of the app that it may send; nil for all.
        let cases: [CasePattern]?
        /// The parts of the state that it may get and subscribe to; nil for all.
        let state: [StatePattern]?

        init(_ messages: Set<String>, cases: [CasePattern]? = nil, state: [StatePattern]? = nil) {
            self.messages = messages
            self.cases = cases
            self.state = state
        }

        /// Those of the host.
        static let all = Permissions(Set(Permission.keys))
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
