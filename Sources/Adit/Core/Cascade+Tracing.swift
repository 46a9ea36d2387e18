import AditJSON

// Entries of the trace, and notifications of unhandled messages.
extension Cascade {
    /// Records a message from outside in the trace, and notifies the listener if no feature handles it.
    @usableFromInline
    func note(_ message: MessageBox<Message>, _ cause: Cause?, _ listener: any CoreListener) {
        let isHandled = router.isHandled(case: Kind.caseIndex(of: message.message))
        if let trace {
            trace.present = nil
            let (id, client) = (cause?.id, cause?.client)
            trace.begin(Kind.self, message.message, .message(id: id, client: client, isHandled: isHandled))
        }
        if !isHandled { listener.tellUnhandled(message, of: cause) }
    }

    /// Records an output of an effect in the trace.
    @usableFromInline
    func note(output message: Message, from origin: Int?) {
        trace?.present = origin
        trace?.begin(Kind.self, message, .output)
    }

    /// Handles the queued outputs and the messages that they cause, and records the cause of each in the trace.
    @usableFromInline
    func followUp(telling trace: Trace, _ cause: Cause?, _ listener: any CoreListener) {
        func take() -> [(message: Message, origin: Int?)] {
            let origin = trace.present
            return outputQueue.takeMessages().map { ($0, origin) }
        }
        trace.end()
        var caused = take()
        var position = 0
        var generation = 1
        var generationEnd = caused.count
        while position < caused.count {
            if position == generationEnd {
                generation += 1
                generationEnd = caused.count
            }
            trace.present = caused[position].origin
            trace.begin(Kind.self, caused[position].message, .output)
            position += 1
            guard follow(caused[position - 1].message, number: position, generation: generation, cause, listener) else {
                return
            }
            trace.end()
            caused += take()
        }
    }
}
