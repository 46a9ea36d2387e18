import AditJSON
import AditState

/// A handler of single messages: it passes one through the middleware to the receivers and features, and keeps or undoes
/// all that they do. An ``EventLoop`` calls it for one message after the other.
///
/// A message is handled whole or not at all. If a receiver or a feature throws, if the message cannot be announced, or if
/// it requests more effects than may be in flight, then the changes of the state, the outputs and the requests that it
/// has made are undone, and what came before it stays.
///
/// This is the only part of a core that depends on the type of its messages. Its methods are inlinable, so that they are
/// specialized for that type: messages lie on the stack and in arrays instead of heap boxes (`benchmarks/run`: an `add`
/// has two outputs).
@usableFromInline
final class MessageHandler<Kind: MessageKind> {
    @usableFromInline typealias Message = Kind.Message

    @usableFromInline let router: Router<Message>
    @usableFromInline let outputs: OutputQueue<Message>
    @usableFromInline let transaction: Transaction
    @usableFromInline let effects: EffectRunner
    @usableFromInline let hasMiddleware: Bool
    /// Passes a message through the middleware to ``passFromMiddleware(_:)``.
    @exclusivity(unchecked) @usableFromInline var entry: Input<Message> = { _ in }
    // Accesses last for one statement each.
    /// The listener to which the output is announced that is passing the middleware; nil for a message from outside.
    @exclusivity(unchecked) @usableFromInline var listener: (any CoreListener)?
    /// Its cause.
    @exclusivity(unchecked) @usableFromInline var cause: Cause?
    /// Whether its announcement has failed.
    @exclusivity(unchecked) @usableFromInline var isUnannounced = false

    @inlinable
    init(
        _ router: Router<Message>, _ outputs: OutputQueue<Message>, _ transaction: Transaction,
        _ effects: EffectRunner
    ) {
        self.router = router
        self.outputs = outputs
        self.transaction = transaction
        self.effects = effects
        hasMiddleware = !router.middleware.isEmpty
        if hasMiddleware {
            entry = chain(router.middleware) { [unowned self] message in try passFromMiddleware(message) }
        }
    }

    /// Handles a message from outside.
    // A parameter of the box's type: a message that is taken out of a box that was cast is copied.
    @inlinable
    func handle(_ box: MessageBox<Message>, _ listener: any CoreListener) throws(CoreFailure) {
        try handle(box.message, isOutput: false, nil, listener)
    }

    /// Handles a message.
    ///
    /// - Parameters:
    ///   - isOutput: whether a feature or a receiver has put it out: then it is announced.
    ///   - cause: what caused the output; nil for a message from outside.
    ///   - listener: the listener to which an output is announced.
    // Inlined into its two callers, each of which knows whether it is an output.
    @inlinable
    @inline(__always)
    func handle(
        _ message: Message, isOutput: Bool, _ cause: Cause?, _ listener: any CoreListener
    ) throws(CoreFailure) {
        transaction.begin()
        outputs.beginMessage()
        do throws(CoreFailure) {
            if hasMiddleware {
                try runMiddleware(message, isOutput ? listener : nil, cause)
            } else {
                if isOutput { try announce(message, cause, listener) }
                try dispatch(message)
            }
            if effects.hasAgenda, let limit = effects.obstacle() { throw .overrun(limit) }
        } catch {
            undo()
            throw error
        }
        transaction.commitMessage()
    }

    /// Announces an output to the listener.
    @inlinable
    @inline(__always)
    func announce(_ message: Message, _ cause: Cause?, _ listener: any CoreListener) throws(CoreFailure) {
        do {
            try listener.announce(message, Kind.direction(of: message), of: cause) {
                (message, writer) throws(CodingFailure) in try Kind.write(message, to: writer)
            }
        } catch {
            throw .unannounced(error)
        }
    }

    /// Passes a message to the receivers and features.
    @inlinable
    @inline(__always)
    func dispatch(_ message: Message) throws(CoreFailure) {
        do { try router.dispatch(message, case: Kind.caseIndex(of: message)) } catch { throw .thrown(error) }
    }

    /// Passes a message through the middleware first.
    @inlinable
    func runMiddleware(_ message: Message, _ listener: (any CoreListener)?, _ cause: Cause?) throws(CoreFailure) {
        (self.listener, self.cause, isUnannounced) = (listener, cause, false)
        // The listener may hold the core.
        defer { (self.listener, self.cause) = (nil, nil) }
        do { try entry(message) } catch { throw isUnannounced ? .unannounced(error) : .thrown(error) }
    }

    /// Passes a message on that has passed the middleware. An error undoes it at once, even if a middleware catches the error.
    @inlinable
    func passFromMiddleware(_ message: Message) throws {
        isUnannounced = false
        do throws(CoreFailure) {
            if let listener { try announce(message, cause, listener) }
            try dispatch(message)
        } catch {
            undo()
            if case .unannounced = error { isUnannounced = true }
            throw error.error
        }
    }

    @usableFromInline
    func undo() {
        transaction.rollBack()
        outputs.rollBackMessage()
        effects.dropAgenda()
    }
}

/// A message that has failed: nothing of it is left.
@usableFromInline
struct MessageFailure: Error, @unchecked Sendable {  // Thrown and caught on the core's loop.
    let message: AnyMessage
    let reason: CoreFailure

    @usableFromInline
    init(_ message: AnyMessage, _ reason: CoreFailure) {
        self.message = message
        self.reason = reason
    }
}

/// A ``MessageHandler`` without the type of its messages.
///
/// It consists of closures, as Swift specializes a closure that is made in inlinable code, and not a method of a generic
/// class that is called through a protocol.
@usableFromInline
package struct AnyMessageHandler {
    /// The outputs that are not handled yet.
    let outputs: Outputs
    /// Handles a message from outside.
    let handle: (AnyMessage, any CoreListener) throws(MessageFailure) -> Void
    /// Removes the first output, announces it to the listener, and handles it.
    let handleOutput: (Cause?, any CoreListener) throws(MessageFailure) -> Void
    /// Returns the first output, which stays in the queue.
    let firstOutput: () -> AnyMessage
    /// Returns whether a receiver or a feature handles a message; nil if there is one for each case.
    let isHandled: ((AnyMessage) -> Bool)?

    @usableFromInline
    init(
        outputs: Outputs, handle: @escaping (AnyMessage, any CoreListener) throws(MessageFailure) -> Void,
        handleOutput: @escaping (Cause?, any CoreListener) throws(MessageFailure) -> Void,
        firstOutput: @escaping () -> AnyMessage, isHandled: ((AnyMessage) -> Bool)?
    ) {
        self.outputs = outputs
        self.handle = handle
        self.handleOutput = handleOutput
        self.firstOutput = firstOutput
        self.isHandled = isHandled
    }
}

extension AnyMessageHandler {
    @inlinable
    init<Kind: MessageKind>(_ handler: MessageHandler<Kind>) {
        let (router, outputs) = (handler.router, handler.outputs)
        self.init(
            outputs: outputs,
            handle: { message, listener throws(MessageFailure) in
                do throws(CoreFailure) {
                    try handler.handle(message.box(of: Kind.Message.self), listener)
                } catch {
                    throw MessageFailure(message, error)
                }
            },
            handleOutput: { cause, listener throws(MessageFailure) in
                let message = outputs.dequeue()
                do throws(CoreFailure) { try handler.handle(message, isOutput: true, cause, listener) } catch {
                    throw MessageFailure(MessageBox(message), error)
                }
            },
            firstOutput: { MessageBox(outputs.next) },
            isHandled: router.hasUnhandledCases
                ? { router.isHandled(case: Kind.caseIndex(of: $0.message(as: Kind.Message.self))) } : nil)
    }
}
