/// What stands between a core's messages and those who handle them: it receives a message, may transform it, and
/// forwards it to `next`, or swallows it.
///
/// ```swift
/// core.middleware = [
///     loggingMiddleware(),
///     { message, next in
///         if case .todo(.request(.add(let item))) = message, item.text.isEmpty { return }  // swallowed
///         try next(message)
///     },
/// ]
/// ```
///
/// Every message passes the middleware of its core in list order, then the receivers and the features. What the last
/// one forwards is what is handled, and what the host hears: a message that is swallowed is not heard. What a receiver
/// or a feature throws comes back through `next`. By then the message is undone; a middleware that throws the error on
/// leads it to the host as an `@error`, one that does not has dealt with it. What a middleware throws itself undoes the
/// message as well.
///
/// `next` is for the time of the call. To call it twice is to handle two messages, which are undone together. Called on
/// the core's loop.
public typealias Middleware<Message> = (_ message: Message, _ next: (Message) throws -> Void) throws -> Void

/// Leads messages through middleware, in list order, to an input.
///
/// - Returns: takes a message on its way, and gives back what its end gave.
// Generic in what it gives back, though that is Void, and not compiled for the app's own messages: then a `next` is
// passed on as it lies in the list, and takes no memory of its own (`benchmarks/run`: five middlewares).
@inline(never)
@usableFromInline
func chain<Message, Outcome>(
    _ middleware: [(Message, (Message) throws -> Outcome) throws -> Outcome],
    to end: @escaping (Message) throws -> Outcome
) -> (Message) throws -> Outcome {
    middleware.reversed().reduce(end) { next, layer in { message in try layer(message, next) } }
}
