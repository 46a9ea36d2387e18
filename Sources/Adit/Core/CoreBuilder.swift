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

    private let servedGateways: Set<String>
    private let outlet: Outlet<Message>

    init(
        store: StateStore<S>, outlet: Outlet<Message>, output: @escaping Output<Message>, servedGateways: Set<String>
    ) {
        self.store = store
        self.outlet = outlet
        self.output = output
        self.servedGateways = servedGateways
    }

    /// Connects the core to a gateway of its host.
    public func connect<Request: WireCodable, Reply: WireCodable>(
        _ gateway: HostGateway<Request, Reply>
    ) -> HostConnection<Request> {
        let outlet = outlet
        return HostConnection(gateway.name, isServed: servedGateways.contains(gateway.name)) { outlet.put($0) }
    }
}
