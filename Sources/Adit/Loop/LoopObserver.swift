import AditState

/// An observer of an ``EventLoop``: the causal trace, the figures and the undo history. A loop without observers makes no
/// calls. The core's loop.
///
/// Each event begins with ``begin(_:)``, and each of the outputs that it causes with ``beginOutput(_:of:)``. Messages and
/// outputs end with ``endMessage(outputs:)``.
package protocol LoopObserver: AnyObject {
    /// An event begins.
    func begin(_ event: LoopEvent)

    /// The first output of the queue is about to be announced and handled.
    ///
    /// - Parameter effect: the effect that put it out; nil if a message did.
    func beginOutput(_ message: AnyMessage, of effect: Effect?)

    /// The present message failed.
    func fail(_ error: any Error)

    /// An effect failed.
    func fail(_ error: any Error, of effect: Effect)

    /// A message has been handled, or has failed.
    ///
    /// - Parameter outputs: the number of outputs in the queue; those that the message has added are last.
    func endMessage(outputs: Int)

    /// An output of an effect, and all that it caused, has changed the state.
    func recordChange(by output: AnyMessage)
}

extension LoopObserver {
    package func beginOutput(_: AnyMessage, of _: Effect?) {}
    package func fail(_: any Error) {}
    package func fail(_: any Error, of _: Effect) {}
    package func endMessage(outputs _: Int) {}
    package func recordChange(by _: AnyMessage) {}
}

/// An event of a core: an input from outside, one at a time.
package enum LoopEvent {
    /// That number of outputs was queued while no message was handled: by features at their creation, or by the store's
    /// observers.
    case outputs(Int)
    /// A message of the host.
    case message(AnyMessage, Cause?, isHandled: Bool)
    /// A job of an effect is about to run.
    case effect(Effect)
    /// A timer is due.
    case timer
    /// An answer of the host to the request of this id.
    case reply(String)
    /// The state is changed from outside: by an import, or by an undo or redo.
    case change(UndoDirection?)
}
