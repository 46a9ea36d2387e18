/// A dispatcher of messages: to the receivers, then to the features that handle the message's case, in list order.
///
/// Each case has its own list, so that features that do not handle a message add no cost to it.
@usableFromInline
package struct Router<Message> {
    /// The middleware that every message passes first.
    @usableFromInline let middleware: [Middleware<Message>]
    @usableFromInline let receivers: [Input<Message>]
    /// The lists of all cases, concatenated.
    @usableFromInline let all: [Feature<Message>]
    /// The start of each case's list in `all`, and the end of the last list.
    @usableFromInline let starts: [Int]
    /// Whether there are unhandled cases.
    @usableFromInline let hasUnhandledCases: Bool

    init(
        middleware: [Middleware<Message>], receivers: [Input<Message>], features: [Feature<Message>], caseCount: Int
    ) {
        var all: [Feature<Message>] = []
        var starts = [0]
        for position in 0..<caseCount {
            all += features.filter { $0.cases?.names.keys.contains(position) ?? true }
            starts.append(all.count)
        }
        self.middleware = middleware
        self.receivers = receivers
        self.all = all
        self.starts = starts
        hasUnhandledCases = receivers.isEmpty && zip(starts, starts.dropFirst()).contains { $0 == $1 }
    }

    /// Returns the router as one input.
    @inlinable
    func input(caseIndex: @escaping (Message) -> Int) -> Input<Message> {
        chain(middleware) { message in try dispatch(message, case: caseIndex(message)) }
    }

    /// Returns whether a receiver or a feature handles a case.
    func isHandled(case position: Int) -> Bool {
        !receivers.isEmpty || starts[position] < starts[position + 1]
    }

    /// Passes a message to all receivers, and to the features that handle its case. The first error ends the dispatch.
    // Inlined, so that the message is not copied: messages may be large, and the copies dominate the cost.
    @inlinable
    @inline(__always)
    package func dispatch(_ message: Message, case position: Int) throws {
        for receiver in receivers { try receiver(message) }
        for index in starts[position]..<starts[position + 1] { try all[index].input(message) }
    }
}
