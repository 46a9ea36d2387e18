/// A dispatcher of messages: to the receivers, then to the features that handle the message's case, in list order.
///
/// Each case has its own list, so that features that do not handle a message add no cost to it.
@usableFromInline
package struct Router<Message> {
    /// The middleware that every message passes first.
    @usableFromInline let middleware: [Middleware<Message>]
    @usableFromInline let receivers: [Unmanaged<Recipient<Message>>]
    /// The recipients of all cases' lists of features, concatenated.
    @usableFromInline let features: [Unmanaged<Recipient<Message>>]
    /// The start of each case's list in `features`, and the end of the last list.
    @usableFromInline let starts: [Int]
    /// Whether there are unhandled cases.
    @usableFromInline let hasUnhandledCases: Bool
    /// The owner of all recipients.
    private let recipients: [Recipient<Message>]

    init(
        middleware: [Middleware<Message>], receivers: [Input<Message>], features: [Feature<Message>], caseCount: Int
    ) {
        let receivers = receivers.map { Recipient($0) }
        let features = features.map { (recipient: Recipient($0.input), positions: $0.cases?.names.keys) }
        var lists: [Unmanaged<Recipient<Message>>] = []
        var starts = [0]
        for position in 0..<caseCount {
            for (recipient, positions) in features where positions?.contains(position) ?? true {
                lists.append(.passUnretained(recipient))
            }
            starts.append(lists.count)
        }
        self.middleware = middleware
        self.receivers = receivers.map { .passUnretained($0) }
        self.features = lists
        self.starts = starts
        hasUnhandledCases = receivers.isEmpty && zip(starts, starts.dropFirst()).contains { $0 == $1 }
        recipients = receivers + features.map(\.recipient)
    }

    /// Returns the router as one input.
    @inlinable
    func input(caseIndex: @escaping (Message) -> Int) -> Input<Message> {
        chain(middleware) { message in try dispatch(message, case: caseIndex(message)) }
    }

    /// Returns whether a receiver or a feature handles a case.
    @usableFromInline
    func isHandled(case position: Int) -> Bool {
        !receivers.isEmpty || starts[position] < starts[position + 1]
    }

    /// Passes a message to all receivers, and to the features that handle its case. The first error ends the dispatch.
    // Inlined, so that the message is not copied: messages may be large, and the copies dominate the cost.
    @inlinable
    @inline(__always)
    package func dispatch(_ message: Message, case position: Int) throws {
        for receiver in receivers { try receiver._withUnsafeGuaranteedRef { try $0.input(message) } }
        for index in starts[position]..<starts[position + 1] {
            try features[index]._withUnsafeGuaranteedRef { try $0.input(message) }
        }
    }
}

/// A receiver or a feature, as an object: a closure that is read from an array would be retained for each call.
@usableFromInline
package final class Recipient<Message> {
    @usableFromInline let input: Input<Message>

    init(_ input: @escaping Input<Message>) { self.input = input }
}
