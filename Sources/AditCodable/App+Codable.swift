import Adit
import AditJSON
import AditState

extension App where S: Codable, Message: Codable & SendableMetatype {
    /// Creates an app of plain `Codable` types. They are coded by a bridge, which is slower, and have no schema in the
    /// catalog.
    ///
    /// - Parameters:
    ///   - name: the name by which a host opens it.
    ///   - version: the version of its messages and its state, for the catalog.
    ///   - schemaVersion: the version of the stored state; increment it with each release that cannot read the state
    ///     that the previous release stored.
    ///   - migrations: the migrations, each from an older version to the next.
    ///   - state: the initial state of a core; evaluated for each core.
    ///   - gateways: the host's gateways that its features use, for the catalog.
    ///   - undo: the messages that a host can undo; none unless given.
    ///   - build: makes the features of a new core, in the order in which they receive a message, from the core's
    ///     store, output, effects and gateways; it runs in `adit_open`.
    @_disfavoredOverload
    public init(
        _ name: String, version: String = "1", schemaVersion: Int = 1, migrations: [StorageMigration] = [],
        state: @autoclosure @escaping @Sendable () -> S,
        gateways: [any DescribedGateway] = [], undo: UndoPolicy<Message> = .none,
        build: @escaping @Sendable (CoreBuilder<S, Message>) -> [Feature<Message>]
    ) {
        self.init(
            name, version: version, schemaVersion: schemaVersion, migrations: migrations, types: .bridged(),
            gateways: gateways, undo: undo, makeState: state, build: build)
    }
}

extension AppTypes where S: Codable, Message: Codable & SendableMetatype {
    /// Plain `Codable` types.
    fileprivate static func bridged() -> AppTypes {
        let read: @Sendable (JSONReader) throws(CodingFailure) -> AnyMessage = { value throws(CodingFailure) in
            MessageBox(try decodeBridged(Message.self, from: value))
        }
        let coding = MessageCoding(
            read: read, readIncoming: read,
            write: { message, writer throws(CodingFailure) in
                try encodeBridged(message.message(as: Message.self), to: writer)
            },
            casePath: { bridgedCasePath(of: $0.message(as: Message.self)) }, direction: { _ in .both })
        return AppTypes(
            BridgedMessages<Message>.self, coding: coding,
            readState: { value throws(CodingFailure) in try decodeBridged(S.self, from: value) },
            stateCoding: .bridged())
    }
}

/// Messages of plain `Codable` types. Their cases are unknown.
enum BridgedMessages<Message: Codable>: MessageKind {
    static var caseCount: Int { 1 }
    static func caseIndex(of _: Message) -> Int { 0 }
    static func casePath(of message: Message) -> String { bridgedCasePath(of: message) }
    static func direction(of _: Message) -> MessageDirection { .both }

    static func write(_ message: Message, to writer: JSONWriter) throws(CodingFailure) {
        try encodeBridged(message, to: writer)
    }
}

extension StateCoding where S: Codable {
    package static func bridged() -> StateCoding {
        StateCoding(
            write: { state, writer throws(CodingFailure) in try encodeBridged(state, to: writer) },
            writePart: { state, path, writer throws(CodingFailure) in
                try writer.write(partOfText: path) { writer throws(CodingFailure) in
                    try encodeBridged(state, to: writer)
                }
            },
            isWhole: true,
            visitParts: { state, walk throws(CodingFailure) in
                try walk.whole { writer throws(CodingFailure) in try encodeBridged(state, to: writer) }
            },
            read: { value throws(CodingFailure) in try decodeBridged(S.self, from: value) })
    }
}

extension StateStore where S: Codable {
    /// A store with a durable state of a plain `Codable` type, which is stored as one value.
    ///
    /// - Parameters:
    ///   - state: the initial state, to which ``StateStore/reset()`` returns.
    ///   - storage: the storage; no other store may use it.
    /// - Throws: `StorageFailure` if the storage cannot be read or written, `CodingFailure` if its contents are not a
    ///   valid state, or if a value has no JSON representation.
    /// - Complexity: O(n) in the size of the state.
    @_disfavoredOverload
    public convenience init(_ state: S, storage: any StateStorage) throws {
        try self.init(state, storage, .bridged())
    }
}
