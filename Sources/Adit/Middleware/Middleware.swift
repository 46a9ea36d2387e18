/// A step in front of a core's receivers and features: it receives a message, may transform it, and forwards it to
/// `next`, or swallows it.
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
/// Every message passes the middleware of its core in list order, then reaches the receivers and the features. These
/// handle the message that the last middleware forwards, and the host receives that message; a swallowed message
/// reaches none of them. An error of a receiver or a feature is thrown by `next`, after the message has been undone; a
/// middleware that rethrows it sends it to the host as an `@error`, one that catches it has handled it. An error that a
/// middleware itself throws undoes the message as well.
///
/// `next` is valid during the call only. Calling it twice handles two messages, which are undone together. Called on
/// the core's loop.
public typealias Middleware<Message> = (_ message: Message, _ next: (Message) throws -> Void) throws -> Void

/// Chains middleware, in list order, in front of an input.
///
/// - Returns: an input that passes a message through the chain, and returns the result of its end.
// Generic in its result, although that is Void, and not specialized for the app's own messages: in this form a `next`
// is passed on as it lies in the list, without an allocation (`benchmarks/run`: five middlewares).
@inline(never)
@usableFromInline
func chain<Message, Outcome>(
    _ middleware: [(Message, (Message) throws -> Outcome) throws -> Outcome],
    to end: @escaping (Message) throws -> Outcome
) -> (Message) throws -> Outcome {
    middleware.reversed().reduce(end) { next, layer in { message in try layer(message, next) } }
}
