import AditJSON
import AditState

/// An app: its name, its initial state, and its features. A host opens cores of it.
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
    /// The version of its messages and its state, for the catalog.
    public let version: String
    /// The version of the stored state.
    package let schemaVersion: Int
    /// The migrations, each from an older version to the next.
    package let migrations: [StorageMigration]
    package let types: AppTypes<S, Message>
    /// The host's gateways that its features use, for the app that has it as a child.
    public let gateways: [any DescribedGateway]
    /// Its kinds of durable effects; nil if its types have no schema.
    package let durable: [DurableForm]?
    let views: [View<S>]
    /// The messages that a host can undo.
    package let undo: UndoPolicy<Message>
    package let makeState: @Sendable () -> S
    package let build: @Sendable (CoreBuilder<S, Message>) -> [Feature<Message>]
    private let found = FoundSecrets()

    /// The masks for its texts; nil if none of its types has secrets. Found at the first access.
    package var secrets: AppSecrets? { found.secrets(of: self) }

    @usableFromInline
    package init(
        _ name: String, version: String, schemaVersion: Int, migrations: [StorageMigration],
        types: AppTypes<S, Message>, gateways: [any DescribedGateway],
        durable: [DurableForm]? = nil, views: [View<S>] = [], undo: UndoPolicy<Message> = .none,
        makeState: @escaping @Sendable () -> S,
        build: @escaping @Sendable (CoreBuilder<S, Message>) -> [Feature<Message>]
    ) {
        self.name = name
        self.version = version
        self.schemaVersion = schemaVersion
        self.migrations = migrations
        self.types = types
        self.gateways = gateways
        self.durable = durable
        self.views = views
        self.undo = undo
        self.makeState = makeState
        self.build = build
    }
}

extension App where S: WireCodable, Message: WireMessage & SendableMetatype {
    /// Creates an app whose messages and state are coded by `@Message` and `@Model`.
    ///
    /// - Parameters:
    ///   - name: the name by which a host opens it.
    ///   - version: the version of its messages and its state, for the catalog.
    ///   - schemaVersion: the version of the stored state; increment it with each release that cannot read the state
    ///     that the previous release stored.
    ///   - migrations: the migrations, each from an older version to the next.
    ///   - state: the initial state of a core; evaluated for each core.
    ///   - gateways: the host's gateways that its features use, for the catalog.
    ///   - durable: its kinds of durable effects, also those of child cores, for the catalog. One that is used
    ///     and not listed is reported as a mistake.
    ///   - views: values derived from the state, which hosts read and follow below `/view`. The state must not have a
    ///     member of that name.
    ///   - undo: the messages that a host can undo; none unless given.
    ///   - build: makes the features of a new core, in the order in which they receive a message, from the core's
    ///     store, output, effects and gateways; it runs in `adit_open`.
    @inlinable
    public init(
        _ name: String, version: String = "1", schemaVersion: Int = 1, migrations: [StorageMigration] = [],
        state: @autoclosure @escaping @Sendable () -> S,
        gateways: [any DescribedGateway] = [], durable: [DurableForm] = [], views: [View<S>] = [],
        undo: UndoPolicy<Message> = .none,
        build: @escaping @Sendable (CoreBuilder<S, Message>) -> [Feature<Message>]
    ) {
        self.init(
            name, version: version, schemaVersion: schemaVersion, migrations: migrations, types: .generated(),
            gateways: gateways, durable: durable, views: views, undo: undo, makeState: state, build: build)
    }
}

extension App {
    /// Returns the app with more receivers.
    package func adding(receivers: [Input<Message>]) -> App {
        // The core is made on the caller's thread.
        nonisolated(unsafe) let receivers = receivers
        let build = build
        return App(
            name, version: version, schemaVersion: schemaVersion, migrations: migrations, types: types,
            gateways: gateways, durable: durable, views: views, undo: undo, makeState: makeState
        ) { core in
            let features = build(core)
            core.receivers += receivers
            return features
        }
    }
}

extension App {
    /// The migration of states of older versions.
    package var upgrade: StateUpgrade {
        let coding = types.stateCoding
        return StateUpgrade(to: schemaVersion, migrations, isWhole: coding.isWhole)
    }

    /// Reads a state from a host; it may be of an older version.
    package func readState(given value: JSONReader) throws(CodingFailure) -> S {
        guard let text = try upgrade.text(of: value) else { return try types.readState(value) }
        return try JSONReader.read(text.bytes, as: "a state that is", types.readState)
    }
}

/// The messages of an app that a host can undo, if it opens a core with an undo history.
///
/// ```swift
/// App("todo", state: TodoState(), undo: .messages { if case .todo(.request(.search)) = $0 { false } else { true } }) { … }
/// ```
///
/// A message is a step of the history if it, or an effect that it started, changed the state. Changes by other messages,
/// and by sources, belong to the step before them, and are reverted with it: an undo restores the state of an earlier
/// revision.
public struct UndoPolicy<Message>: Sendable {
    /// Returns whether a message is a step; nil if the app offers no undo.
    package let isStep: (@Sendable (Message) -> Bool)?

    /// The app offers no undo.
    public static var none: UndoPolicy { UndoPolicy(isStep: nil) }

    /// Every message of a host is a step.
    public static var all: UndoPolicy { UndoPolicy { _ in true } }

    /// The messages of a host that satisfy a predicate are steps.
    ///
    /// - Parameter isStep: called on the core's loop before a message is handled.
    public static func messages(where isStep: @escaping @Sendable (Message) -> Bool) -> UndoPolicy {
        UndoPolicy(isStep: isStep)
    }
}
