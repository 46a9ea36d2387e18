import AditJSON
import AditState

extension CoreBuilder where Message: WireMessage {
    /// Returns a whole app as one feature of this core: a child core, whose messages and state are parts of this
    /// core's. The child knows nothing of the core that contains it.
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
    /// A child's message is handled in this core's order: it is a message of this core, is undone with all its changes
    /// if it fails, and reaches the host as a message of this core. The child's receivers and middleware receive the
    /// child's messages only; each child has its own effects and sources, even if a core contains it twice. Overrides
    /// by `.dependency(_:_:)` apply to the child only; sources, which no message starts, use the core's values.
    /// This core's app has to list the gateways that the child uses (``App/gateways``). The child's views are not
    /// available.
    ///
    /// - Parameters:
    ///   - case: the case of this core's messages that holds the child's.
    ///   - app: the child. Its initial state is not used; its state is the value at `state`.
    ///   - state: the property of the child's state.
    ///   - key: the property's key in JSON, for the change sets that the child observes; nil for the property's name.
    ///   - embed: converts a message of the child to one of this core.
    ///   - extract: returns the child's message in one of this core; nil if it contains none.
    public func scope<ChildState: State, ChildMessage>(
        _ case: Message.Case, _ app: App<ChildState, ChildMessage>, state: WritableKeyPath<S, ChildState>,
        key: String? = nil, message embed: @escaping (ChildMessage) -> Message,
        from extract: @escaping (Message) -> ChildMessage?
    ) -> Feature<Message> {
        let child = ChildCore(
            app, store.scope(state, key: key), at: store.pointer(to: state, key: key), in: self, embed: embed)
        dynamicChildren += child.children
        if let sources = child.sources {
            let number = childSources.count
            childSources.append { _ in sources().map { $0.within(child: number) } }
        }
        return Feature(HandledCases([`case`], areShared: true)) { message in
            if let message = extract(message) { try child.input(message) }
        }
    }
}
