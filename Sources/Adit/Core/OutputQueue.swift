/// A queue of the outputs of a core's features and receivers, in order.
///
/// The closures that features receive retain this queue and not the core, so that a core is not retained by its own
/// features.
@usableFromInline
package final class OutputQueue<Message> {
    // Accesses last for one statement each.
    @exclusivity(unchecked) @usableFromInline var messages: [Message] = []

    @inlinable
    func put(_ message: Message) { messages.append(message) }

    /// Discards the outputs of the current message.
    @usableFromInline
    func drop() { messages.removeAll(keepingCapacity: true) }

    @inlinable
    func takeMessages() -> [Message] {
        defer { messages = [] }
        return messages
    }
}
