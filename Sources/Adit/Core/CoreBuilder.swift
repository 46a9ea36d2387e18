import AditJSON

/// What the features of a core are made with.
public final class CoreBuilder<S: State, Message> {
    /// The core's state.
    public let store: StateStore<S>

    /// The core's one output: a message given to it is queued, handled by every receiver and feature that it concerns, and
    /// heard by the host.
    public let output: Output<Message>

    /// Inputs that see every message before the features do, such as a `messageExpander`.
    public var receivers: [Input<Message>] = []

    /// The sources that the state asks for: those that it names begin, those that it names no more end. It is asked when
    /// the core begins, and after each message that has changed the state and all that this message caused.
    public var sources: ((S) -> [Source])?

    private let gateways: Gateways
    private let runner: EffectRunner

    init(store: StateStore<S>, output: @escaping Output<Message>, gateways: Gateways, runner: EffectRunner) {
        self.store = store
        self.output = output
        self.gateways = gateways
        self.runner = runner
    }

    /// The names of the gateways that the app lists, and of those that the host serves.
    struct Gateways {
        let listed: Set<String>
        let served: Set<String>
    }

    /// The way to asynchronous work, for one feature. Every access makes a scope of its own: ids that are used in it are
    /// unknown to other features.
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
        let failure: GatewayFailure? =
            if !gateways.listed.contains(name) {
                .notListed(name)
            } else if !gateways.served.contains(name) {
                .notServed(name)
            } else {
                nil
            }
        return HostLine(name: name, failure: failure, runner: runner)
    }
}
