/// The type-erased loop of a core: a ``Cascade``, behind functions that are specialized for its app.
@usableFromInline
package struct CoreLoop {
    /// Handles a message from outside and all messages that it causes.
    let run: (AnyMessage, Cause?, any CoreListener) -> Void
    /// Handles outputs that were queued while no message was handled.
    let settle: (any CoreListener) -> Void
    /// Handles the requests of an effect and, unless it is cancelled, its outputs.
    let runOutputs: (Bool, Cause?, any CoreListener) -> Void
    /// Ends a batch.
    let endBatch: (any CoreListener) -> Void
    /// Goes on with the end of a batch that was held.
    let finishBatch: (any CoreListener) -> Void

    @usableFromInline
    init(
        run: @escaping (AnyMessage, Cause?, any CoreListener) -> Void, settle: @escaping (any CoreListener) -> Void,
        runOutputs: @escaping (Bool, Cause?, any CoreListener) -> Void, endBatch: @escaping (any CoreListener) -> Void,
        finishBatch: @escaping (any CoreListener) -> Void
    ) {
        self.run = run
        self.settle = settle
        self.runOutputs = runOutputs
        self.endBatch = endBatch
        self.finishBatch = finishBatch
    }
}

extension CoreLoop {
    @inlinable
    init<Kind: MessageKind>(_ cascade: Cascade<Kind>) {
        self.init(
            run: { cascade.run($0.box(of: Kind.Message.self), $1, $2) }, settle: { cascade.settle($0) },
            runOutputs: { cascade.runOutputs(isHeard: $0, $1, $2) }, endBatch: { cascade.endBatch($0) },
            finishBatch: { cascade.finishBatch($0) })
    }
}
