import AditState

extension Core {
    /// Replaces the current state by an imported one, as one message. The new state is persisted at the end of the
    /// batch. The journal omits the changes, as they may exceed memory.
    package func put(_ state: () -> Void, _ listener: any CoreListener) {
        persister?.hidesChanges = true
        history?.begin(nil)
        transaction.begin()
        state()
        transaction.keep()
        if let sources { follow(sources, listener) }
    }
}
