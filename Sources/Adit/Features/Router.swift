/// Who sees a message: the receivers, then the features that handle its case, in list order.
///
/// For each case there is a list of its own, so that a message costs nothing for the features that it does not concern.
@usableFromInline
package struct Router<Message> {
    /// Every message passes it first.
    @usableFromInline let middleware: [Middleware<Message>]
    @usableFromInline let receivers: [Input<Message>]
    /// The lists of all cases, one after the other.
    @usableFromInline let all: [Feature<Message>]
    /// Where each case's list begins in `all`, and where the last one ends.
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

    /// All of it as one input.
    @inlinable
    func input(caseIndex: @escaping (Message) -> Int) -> Input<Message> {
        chain(middleware) { message in try dispatch(message, case: caseIndex(message)) }
    }

    /// Whether a receiver or a feature handles a case.
    func isHandled(case position: Int) -> Bool {
        !receivers.isEmpty || starts[position] < starts[position + 1]
    }

    /// Shows a message to everyone whom it concerns. What one of them throws ends it.
    // Inlined, so that the message stays where it is: messages may be large, and copies of them are what costs here.
    @inlinable
    @inline(__always)
    package func dispatch(_ message: Message, case position: Int) throws {
        for receiver in receivers { try receiver(message) }
        for index in starts[position]..<starts[position + 1] { try all[index].input(message) }
    }
}
