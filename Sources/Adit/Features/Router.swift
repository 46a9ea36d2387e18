/// Who sees a message: the receivers, then the features that handle its case, in list order.
///
/// For each case there is a list of its own, so that a message costs nothing for the features that it does not concern.
@usableFromInline
package struct Router<Message> {
    @usableFromInline let receivers: [Input<Message>]
    /// The lists of all cases, one after the other.
    @usableFromInline let all: [Feature<Message>]
    /// Where each case's list begins in `all`, and where the last one ends.
    @usableFromInline let starts: [Int]

    init(receivers: [Input<Message>], features: [Feature<Message>], caseCount: Int) {
        var all: [Feature<Message>] = []
        var starts = [0]
        for position in 0..<caseCount {
            all += features.filter { $0.cases?.contains(position) ?? true }
            starts.append(all.count)
        }
        self.receivers = receivers
        self.all = all
        self.starts = starts
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
