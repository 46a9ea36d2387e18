/// The outputs of a core's features and receivers that are not handled yet, for code that does not know their type. The
/// core's loop.
///
/// The queue is first in, first out, so that outputs are handled breadth first: those of a message follow all that were
/// there before.
@usableFromInline
package class Outputs {
    // Accesses last for one statement each.
    /// The number of outputs.
    @exclusivity(unchecked) @usableFromInline final var count = 0
    /// Their number when the present message began.
    @exclusivity(unchecked) @usableFromInline final var mark = 0
    /// The number of outputs that are set aside.
    @exclusivity(unchecked) final fileprivate(set) var countAside = 0

    @usableFromInline
    init() {}

    @inlinable final var isEmpty: Bool { count == 0 }

    /// Begins a message.
    @inlinable
    final func beginMessage() { mark = count }

    /// Removes the outputs of the message, which has failed.
    @usableFromInline
    final func rollBackMessage() {
        if count > mark { truncate(to: mark) }
    }

    /// The number of outputs of the present message.
    final var caused: Int { count - mark }

    /// Removes all outputs.
    final func removeAll() {
        mark = 0
        truncate(to: 0)
    }

    // A queue has a type, and its own form of these.

    /// Removes all outputs but the first ones.
    @usableFromInline
    func truncate(to count: Int) {}

    /// Sets all outputs but the first one aside.
    func setAside() {}

    /// Appends the first of the outputs that are set aside.
    func restoreNext() {}
}

/// The outputs of a core. The closures that features receive retain this queue and not the loop, so that a core is not
/// retained by its own features.
@usableFromInline
package final class OutputQueue<Message>: Outputs {
    // Accesses last for one statement each.
    /// The outputs, behind nil for those that are handled already.
    @exclusivity(unchecked) @usableFromInline var messages: [Message?] = []
    @exclusivity(unchecked) @usableFromInline var first = 0
    /// Outputs that are set aside, in order; none of them is nil.
    @exclusivity(unchecked) private var aside: ArraySlice<Message?> = []

    @usableFromInline
    override init() { super.init() }

    @inlinable
    func put(_ message: Message) {
        messages.append(message)
        count += 1
    }

    /// The first output. The queue is not empty.
    @inlinable var next: Message { messages[first].unsafelyUnwrapped }

    /// Removes and returns the first output, which the queue retains no longer. The queue is not empty.
    @inlinable
    @inline(__always)
    func dequeue() -> Message {
        count &-= 1
        // Most messages have one output at most.
        if first == 0, count == 0 { return messages.removeLast().unsafelyUnwrapped }
        let message = messages[first].take()
        first &+= 1
        if count == 0 { clear() }
        return message.unsafelyUnwrapped
    }

    @usableFromInline
    override func truncate(to count: Int) {
        guard count > 0 else { return clear() }
        messages.removeLast(self.count - count)
        self.count = count
    }

    override func setAside() {
        aside = messages[(first + 1)...]
        countAside = aside.count
        truncate(to: 1)
    }

    override func restoreNext() {
        put(aside.removeFirst().unsafelyUnwrapped)
        countAside = aside.count
        // The slice keeps those that were before it.
        if countAside == 0 { aside = [] }
    }

    @usableFromInline
    func clear() {
        messages.removeAll(keepingCapacity: first <= 4096)
        (first, count) = (0, 0)
    }
}
