import AditState

extension Core {
    /// Replaces the present state by an imported one, as one message does. It is persisted at the batch's end. The
    /// journal omits its changes, as they may exceed memory.
    package func put(_ state: () -> Void, _ listener: any CoreListener) {
        persister?.hidesChanges = true
        transaction.begin()
        state()
        transaction.keep()
        if let sources { follow(sources, listener) }
    }
}
