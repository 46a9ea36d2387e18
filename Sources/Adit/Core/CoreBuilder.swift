import AditJSON
import AditState

/// What the features of a core are made with.
public final class CoreBuilder<S: State, Message> {
    /// The core's state.
    public let store: StateStore<S>

    /// The core's one output: a message given to it is queued, handled by every receiver and feature that it concerns,
    /// and heard by the host if it is outgoing (``MessageDirection``).
    public let output: Output<Message>

    /// Inputs that see every message before the features do, such as a `messageExpander`.
    public var receivers: [Input<Message>] = []

    /// What every message passes, in list order, before receivers and features see it.
    public var middleware: [Middleware<Message>] = []

    /// The sources that the state asks for: those that it names begin, those that it names no more end. It is asked
    /// when the core begins, and after each message that has changed the state and all that this message caused.
    public var sources: ((S) -> [Source])?

    /// Figures of the core's messages, for ``figuresMiddleware(_:)``. Once asked for, the host sees them by `@stats`.
    public var figures: Figures {
        if let usedFigures { return usedFigures }
        let figures = Figures(effects: { [runner] in runner.count }, caused: waiting)
        usedFigures = figures
        return figures
    }

    /// The figures, if the app uses them.
    private(set) var usedFigures: Figures?
    /// The sources of child cores.
    var childSources: [(S) -> [Source]] = []
    let gateways: GatewayNames
    let runner: EffectRunner
    /// How many messages wait that the present one has caused.
    let waiting: () -> Int

    init(
        store: StateStore<S>, output: @escaping Output<Message>, gateways: GatewayNames, runner: EffectRunner,
        waiting: @escaping () -> Int
    ) {
        self.store = store
        self.output = output
        self.gateways = gateways
        self.runner = runner
        self.waiting = waiting
    }

    /// The way to asynchronous work, for one feature. Every access makes a scope of its own: ids that are used in it
    /// are unknown to other features.
    public var effects: Effects { runner.makeEffects() }

    /// Connects the core to a gateway of its host. The app has to list it, or a host could not know of it.
    public func connect<Request: WireCodable, Reply: WireCodable>(
        _ gateway: HostGateway<Request, Reply>
    ) -> HostConnection<Request, Reply> {
        HostConnection(line(to: gateway.name), timeout: gateway.timeout)
    }

    /// Connects the core to a source that its host feeds. The app has to list it, or a host could not know of it.
    public func connect<Request: WireCodable, Item: WireCodable>(
        _ source: HostSource<Request, Item>
    ) -> HostSourceConnection<Request, Item> {
        HostSourceConnection(line(to: source.name))
    }

    private func line(to name: String) -> HostLine {
        HostLine(name: name, failure: gateways.failure(of: name), runner: runner)
    }

    /// The sources of the core and of its children; nil where there are none.
    var allSources: ((S) -> [Source])? {
        guard !childSources.isEmpty else { return sources }
        return { [sources, childSources] state in
            (sources?(state) ?? []) + childSources.flatMap { $0(state) }
        }
    }

    /// What features have given to the builder may hold it.
    func letGo() {
        receivers = []
        middleware = []
        sources = nil
        childSources = []
        usedFigures = nil
    }
}

/// The names of the gateways that an app lists, and of those that the host serves.
struct GatewayNames {
    let listed: Set<String>
    let served: Set<String>

    /// Why a gateway cannot be used; nil where it can.
    func failure(of name: String) -> GatewayFailure? {
        if !listed.contains(name) {
            .notListed(name)
        } else if !served.contains(name) {
            .notServed(name)
        } else {
            nil
        }
    }
}
