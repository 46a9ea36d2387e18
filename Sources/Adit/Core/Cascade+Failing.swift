import AditJSON
import AditState

// The slow path: failures and limits.
extension Cascade {
    @usableFromInline
    func undo(_ message: Message, _ error: any Error, _ cause: Cause?, _ listener: any CoreListener) {
        undo()
        trace?.fail(error)
        listener.fail(MessageBox(message), .thrown(error), of: cause)
    }

    /// Undoes a message whose effects exceed the limit.
    @usableFromInline
    func refuse(_ message: Message, _ limit: EffectLimit, _ cause: Cause?, _ listener: any CoreListener) {
        undo()
        trace?.fail(limit)
        listener.fail(MessageBox(message), .overrun(limit), of: cause)
    }

    @usableFromInline
    func undo() {
        transaction.rollBack()
        outputQueue.drop()
        effects.dropAgenda()
    }

    /// Commits a batch of a persisted state.
    @usableFromInline
    func commitStored(_ listener: any CoreListener) {
        transaction.commit()
        // What participants ask for, as their batch could not be written.
        if !transaction.isHeld { beginAgenda(nil, listener) }
    }

    @usableFromInline
    func skip(_ message: Message, _ error: any Error, _ cause: Cause?, _ listener: any CoreListener) {
        trace?.fail(error)
        listener.fail(MessageBox(message), .unannounced(error), of: cause)
    }

    @usableFromInline
    func cutOff(at message: Message, number: Int, _ cause: Cause?, _ listener: any CoreListener) {
        outputQueue.drop()
        let limit = limits.passed(messages: number)
        trace?.fail(limit)
        listener.fail(MessageBox(message), .cutOff(limit), of: cause)
    }

    @usableFromInline
    func stop(after batches: Int, _ listener: any CoreListener) {
        let message = outputQueue.messages.first.map { MessageBox($0) }
        outputQueue.drop()
        let limit = CascadeLimit(description: "observers of the store caused more than \(batches) batches")
        if let message { listener.fail(message, .cutOff(limit), of: nil) }
    }
}
