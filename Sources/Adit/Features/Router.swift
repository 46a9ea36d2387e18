/// Who sees a message: the receivers, then the features that handle its case, in list order.
///
/// For each case there is a list of its own, so that a message costs nothing for the features that it does not concern.
@usableFromInline
package struct Router<Message> {
    /// The lists of all cases, one after the other.
    @usableFromInline let all: [Feature<Message>]
    /// Where each case's list begins in `all`, and where the last one ends.
    @usableFromInline let starts: [Int]

    init(receivers: [Input<Message>], features: [Feature<Message>], caseCount: Int) {
        let listed = receivers.map { Feature($0) } + features
        var all: [Feature<Message>] = []
        var starts = [0]
        for position in 0..<caseCount {
            all += listed.filter { $0.cases?.contains(position) ?? true }
            starts.append(all.count)
        }
        self.all = all
        self.starts = starts
    }

    /// Shows a message to everyone whom it concerns. What one of them throws ends it.
    @inlinable
    package func dispatch(_ box: MessageBox<Message>, case position: Int) throws {
        // The message stays in its box: messages may be large, and copies of them are what costs here.
        for index in starts[position]..<starts[position + 1] { try all[index].input(box.message) }
    }
}
