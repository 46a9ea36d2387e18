import AditJSON
import AditState

extension CoreBuilder where Message: WireMessage {
    /// A whole app as one feature of this core: a child core, with messages and a state of its own, which are parts of
    /// this core's. It knows nothing of the core that it is in.
    ///
    /// ```swift
    /// App("household", state: HouseholdState()) { core in
    ///     [
    ///         core.scope(.kitchen, todoApp(), state: \.kitchen, message: Message.kitchen) {
    ///             if case .kitchen(let message) = $0 { message } else { nil }
    ///         }
    ///         .dependency(\.date, .constant(today)),
    ///         core.scope(.garden, todoApp(), state: \.garden, message: Message.garden) {
    ///             if case .garden(let message) = $0 { message } else { nil }
    ///         },
    ///     ]
    /// }
    /// ```
    ///
    /// All runs in this core's order: a child's message is one of this core, is undone with all that it changed if it
    /// fails, and is heard by the host as a message of this core. The child's receivers and middleware see its messages
    /// alone; its effects and sources are its own, also where it is in a core twice. Dependencies that are altered by
    /// `.dependency(_:_:)` are altered for the child alone; sources, which no message starts, see the core's.
    ///
    /// The gateways that the child uses have to be listed by this core's app (``App/gateways``). Its views are not
    /// taken over.
    ///
    /// - Parameters:
    ///   - case: the case of this core's messages that holds the child's.
    ///   - app: the child. Its initial state is not used: what is at `state` is.
    ///   - state: where the child's state is.
    ///   - key: the key of that on the wire, for the change sets that the child observes; nil: the property's name.
    ///   - embed: makes a message of this core of one of the child's.
    ///   - extract: takes the child's message out of one of this core; nil where it is another's.
    public func scope<ChildState: State, ChildMessage>(
        _ case: Message.Case, _ app: App<ChildState, ChildMessage>, state: WritableKeyPath<S, ChildState>,
        key: String? = nil, message embed: @escaping (ChildMessage) -> Message,
        from extract: @escaping (Message) -> ChildMessage?
    ) -> Feature<Message> {
        let child = CoreBuilder<ChildState, ChildMessage>(
            store: store.scope(state, key: key),
            output: { [output] in output(embed($0)) }, gateways: gateways, runner: runner, waiting: waiting)
        let features = app.build(child)
        runner.environment.warnOfDoubles(features.map(\.cases), of: app.name)
        let input = app.types.makeInput(
            Router(
                middleware: child.middleware, receivers: child.receivers, features: features,
                caseCount: app.types.caseCount))
        if let sources = child.allSources {
            let number = childSources.count
            childSources.append { parent in sources(parent[keyPath: state]).map { $0.within(child: number) } }
        }
        child.letGo()
        return Feature(HandledCases([`case`], areShared: true)) { message in
            if let message = extract(message) { try input(message) }
        }
    }
}
