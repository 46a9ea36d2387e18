import AditJSON
import AditState

/// The parts of a core from which its features are made.
public final class CoreBuilder<S: State, Message> {
    /// The core's state.
    public let store: StateStore<S>

    /// The core's one output: a message passed to it is queued, handled by every receiver and feature that handles its
    /// case, and sent to the host if it is outgoing (``MessageDirection``).
    public let output: Output<Message>

    /// Inputs that receive every message before the features do, such as a `messageExpander`.
    public var receivers: [Input<Message>] = []

    /// The middleware that every message passes, in list order, before receivers and features receive it.
    public var middleware: [Middleware<Message>] = []

    /// Returns the sources that a state requests: new ones are started, missing ones are ended. It is called when the
    /// core begins, and after each message that has changed the state, with all messages that this one caused.
    public var sources: ((S) -> [Source])?

    /// Turns the figures of the core's messages on: they are part of the host's `@stats`.
    ///
    /// - Returns: the figures; the same ones each time.
    @discardableResult
    public func useFigures() -> Figures {
        if let usedFigures { return usedFigures }
        // The runner retains the figures.
        let figures = Figures(effects: { [weak runner] in runner?.count ?? 0 }, caused: waiting)
        usedFigures = figures
        return figures
    }

    /// The figures, if the app uses them.
    private(set) var usedFigures: Figures?
    /// The sources of child cores.
    var childSources: [(S) -> [Source]] = []
    /// The child cores that come and go.
    var dynamicChildren: [any DynamicChildren] = []
    /// Inputs that refuse the messages to child cores that do not exist.
    var childChecks: [Input<Message>] = []
    let gateways: GatewayNames
    let runner: EffectRunner
    /// Returns the number of pending messages that the current one has caused.
    let waiting: () -> Int
    /// The durable effects of the core, and the beginning of their names here.
    weak var durable: DurableEffects?
    let place: String
    /// Writes a message as one of the whole core.
    let write: (Message, JSONWriter) throws(CodingFailure) -> Void

    init(
        store: StateStore<S>, output: @escaping Output<Message>, gateways: GatewayNames, runner: EffectRunner,
        waiting: @escaping () -> Int, durable: DurableEffects?, place: String,
        write: @escaping (Message, JSONWriter) throws(CodingFailure) -> Void
    ) {
        self.store = store
        self.output = output
        self.gateways = gateways
        self.runner = runner
        self.waiting = waiting
        self.durable = durable
        self.place = place
        self.write = write
    }

    /// Makes the effects of one feature, for asynchronous work: other features do not know the ids that are used in them.
    public func makeEffects() -> Effects { runner.makeEffects() }

    /// Connects the core to a gateway of its host. The app has to list the gateway, so that the catalog describes it to
    /// hosts.
    public func connect<Request: WireCodable, Reply: WireCodable>(
        _ gateway: HostGateway<Request, Reply>
    ) -> HostConnection<Request, Reply> {
        HostConnection(line(to: gateway.name), timeout: gateway.timeout)
    }

    /// Connects the core to a source that its host feeds. The app has to list the source, so that the catalog describes
    /// it to hosts.
    public func connect<Request: WireCodable, Item: WireCodable>(
        _ source: HostSource<Request, Item>
    ) -> HostSourceConnection<Request, Item> {
        HostSourceConnection(line(to: source.name))
    }

    func line(to name: String) -> HostLine {
        HostLine(name: name, failure: gateways.failure(of: name), runner: runner)
    }

    /// The sources of the core and of its children; nil if none.
    var allSources: ((S) -> [Source])? {
        guard !childSources.isEmpty else { return sources }
        return { [sources, childSources] state in
            (sources?(state) ?? []) + childSources.flatMap { $0(state) }
        }
    }

    /// Releases the closures that features have set: they may retain the builder.
    func release() {
        receivers = []
        middleware = []
        sources = nil
        childSources = []
        dynamicChildren = []
        childChecks = []
        usedFigures = nil
    }
}

/// Child cores that come and go with their parts of the state. The core's loop.
protocol DynamicChildren: AnyObject {
    /// Ends all of them: cancels their effects.
    func endAll()
}
