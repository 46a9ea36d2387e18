import AditJSON
import AditState

/// An app: its name, the state it begins with, and the features it is made of. A host opens cores of it.
///
/// ```swift
/// func counterApp() -> App<CounterState, Message> {
///     App("counter", state: CounterState()) { core in
///         [Feature(.counter, createCounterFeature(store: core.store, output: core.output))]
///     }
/// }
/// ```
public struct App<S: State, Message>: Sendable {
    /// The name by which a host opens it.
    public let name: String
    /// The version of its messages and its state, as the catalog tells it.
    public let version: String
    /// The version of the state as it is stored.
    package let schemaVersion: Int
    /// The ways from older versions of it to the next.
    package let migrations: [StorageMigration]
    package let types: AppTypes<S, Message>
    /// The gateways of the host that its features use, for an app that it is a child of.
    public let gateways: [any DescribedGateway]
    let views: [View<S>]
    package let makeState: @Sendable () -> S
    package let build: @Sendable (CoreBuilder<S, Message>) -> [Feature<Message>]

    @usableFromInline
    init(
        _ name: String, version: String, schemaVersion: Int, migrations: [StorageMigration],
        types: AppTypes<S, Message>, gateways: [any DescribedGateway], views: [View<S>] = [],
        makeState: @escaping @Sendable () -> S,
        build: @escaping @Sendable (CoreBuilder<S, Message>) -> [Feature<Message>]
    ) {
        self.name = name
        self.version = version
        self.schemaVersion = schemaVersion
        self.migrations = migrations
        self.types = types
        self.gateways = gateways
        self.views = views
        self.makeState = makeState
        self.build = build
    }
}

extension App where S: WireCodable, Message: WireMessage & SendableMetatype {
    /// An app of messages and a state that are coded by `@Message` and `@Model`.
    ///
    /// - Parameters:
    ///   - name: the name by which a host opens it.
    ///   - version: the version of its messages and its state, as the catalog tells it.
    ///   - schemaVersion: the version of the state as it is stored; one more with each release that could not read what
    ///     the last one has stored.
    ///   - migrations: the ways from older versions of it to the next.
    ///   - state: the state of a new core; made anew for each.
    ///   - gateways: the gateways of the host that its features use, for the catalog.
    ///   - views: what is derived from the state for hosts to read and follow, below `/view`. The state must have no member
    ///     of that name then.
    ///   - build: makes the features of a new core, in the order in which they see a message. It is given the store, the
    ///     output and the ways out; it runs in `adit_open`.
    @inlinable
    public init(
        _ name: String, version: String = "1", schemaVersion: Int = 1, migrations: [StorageMigration] = [],
        state: @autoclosure @escaping @Sendable () -> S,
        gateways: [any DescribedGateway] = [], views: [View<S>] = [],
        build: @escaping @Sendable (CoreBuilder<S, Message>) -> [Feature<Message>]
    ) {
        self.init(
            name, version: version, schemaVersion: schemaVersion, migrations: migrations, types: .generated(),
            gateways: gateways, views: views, makeState: state, build: build)
    }
}

extension App where S: Codable, Message: Codable & SendableMetatype {
    /// An app of plain `Codable` types. They are coded by a bridge, which is slower, and have no schema in the catalog.
    ///
    /// - Parameters:
    ///   - name: the name by which a host opens it.
    ///   - version: the version of its messages and its state, as the catalog tells it.
    ///   - schemaVersion: the version of the state as it is stored; one more with each release that could not read what
    ///     the last one has stored.
    ///   - migrations: the ways from older versions of it to the next.
    ///   - state: the state of a new core; made anew for each.
    ///   - gateways: the gateways of the host that its features use, for the catalog.
    ///   - build: makes the features of a new core, in the order in which they see a message. It is given the store, the
    ///     output and the ways out; it runs in `adit_open`.
    @_disfavoredOverload
    public init(
        _ name: String, version: String = "1", schemaVersion: Int = 1, migrations: [StorageMigration] = [],
        state: @autoclosure @escaping @Sendable () -> S,
        gateways: [any DescribedGateway] = [],
        build: @escaping @Sendable (CoreBuilder<S, Message>) -> [Feature<Message>]
    ) {
        self.init(
            name, version: version, schemaVersion: schemaVersion, migrations: migrations, types: .bridged(),
            gateways: gateways, makeState: state, build: build)
    }
}
