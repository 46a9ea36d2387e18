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

    private let gateways: Gateways
    private let outlet: Outlet<Message>

    init(
        store: StateStore<S>, outlet: Outlet<Message>, output: @escaping Output<Message>, gateways: Gateways
    ) {
        self.store = store
        self.outlet = outlet
        self.output = output
        self.gateways = gateways
    }

    /// The names of the gateways that the app lists, and of those that the host serves.
    struct Gateways {
        let listed: Set<String>
        let served: Set<String>
    }

    /// Connects the core to a gateway of its host. The app has to list it, or a host could not know of it.
    public func connect<Request: WireCodable, Reply: WireCodable>(
        _ gateway: HostGateway<Request, Reply>
    ) -> HostConnection<Request> {
        let outlet = outlet
        let failure: GatewayFailure? =
            if !gateways.listed.contains(gateway.name) {
                .notListed(gateway.name)
            } else if !gateways.served.contains(gateway.name) {
                .notServed(gateway.name)
            } else {
                nil
            }
        return HostConnection(gateway.name, failure: failure) { outlet.put($0) }
    }
}
