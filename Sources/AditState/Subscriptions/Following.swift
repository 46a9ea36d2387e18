import AditJSON

/// The subscriptions to parts of a core's state and to its views. The core's loop.
@usableFromInline
package final class Following<S: State> {
    /// The subscriptions to parts of the state.
    @usableFromInline let state = SubscriptionTree()
    @usableFromInline package let views: ViewRegistry<S>
    @usableFromInline let subscriptions = Subscriptions()
    package let types: StateCoding<S>

    package init(_ coding: StateCoding<S>, views: [View<S>]) {
        types = coding
        self.views = ViewRegistry(views)
    }

    /// Writes the part of the state, or of a view, at a path.
    func write(
        _ path: PartPath, of state: S, revision: Int, to writer: JSONWriter
    ) throws(CodingFailure) -> WrittenPart {
        guard views.isMeant(by: path) else { return try types.writePart(state, path, writer) }
        return try views.write(path.rest, of: state, revision: revision, to: writer)
    }

    /// Adds a subscription of a client, or of the host; nil if it has one with that name.
    func subscribe(
        _ name: String, of client: String?, to pointer: JSONPointer, _ window: ListWindow?, of state: S, revision: Int
    ) -> Subscriber? {
        guard subscriptions[name, of: client] == nil else { return nil }
        let subscription = Subscriber(
            pointer, window: window, name: name, of: client, revision: revision, spare: subscriptions.spare)
        if views.isMeant(by: PartPath(pointer)) {
            views.add(subscription, of: state)
        } else {
            self.state.add(subscription, at: pointer.tokens[...])
        }
        subscriptions.add(subscription)
        return subscription
    }

    /// Ends a subscription; false if the name is unknown.
    func unsubscribe(_ name: String, of client: String?) -> Bool {
        guard let subscription = subscriptions[name, of: client] else { return false }
        end(subscription)
        return true
    }

    /// Ends all subscriptions of a client.
    func unsubscribeAll(of client: String) { subscriptions.all(of: client).forEach(end) }

    private func end(_ subscription: Subscriber) {
        if views.isMeant(by: PartPath(subscription.pointer)) {
            views.remove(subscription)
        } else {
            state.remove(subscription, at: subscription.pointer.tokens[...])
        }
        subscriptions.remove(subscription)
    }

    /// Enqueues the subscriptions that a batch affects.
    ///
    /// - Parameter isWritten: whether its changes could be encoded. Otherwise they are not sent: subscribers get their
    ///   value instead, or its coding error.
    @usableFromInline
    func notify(_ changes: ChangeWriter, isWritten: Bool) {
        if isWritten, changes.touched.isEmpty { return }
        subscriptions.receive(changes)
        if !isWritten { subscriptions.askForAll() }
    }
}
