/// Where the outputs of a core's features and receivers collect, in order.
///
/// The closures that features are given hold the outputQueue and not the core, so that a core is not kept by its own
/// features.
@usableFromInline
package final class OutputQueue<Message> {
    // Accesses last for one statement each.
    @exclusivity(unchecked) @usableFromInline var messages: [Message] = []

    @inlinable
    func put(_ message: Message) { messages.append(message) }

    /// Forgets what was put since the last message.
    @usableFromInline
    func drop() { messages.removeAll(keepingCapacity: true) }

    @inlinable
    func takeMessages() -> [Message] {
        defer { messages = [] }
        return messages
    }
}
