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
