/// Where the outputs of a core's features and receivers collect: messages and requests to the host, in order.
///
/// The closures that features are given hold the outlet and not the core, so that a core is not kept by its own features.
final class Outlet<Message> {
    // Accesses last for one statement each.
    @exclusivity(unchecked) private(set) var messages: [Message] = []
    @exclusivity(unchecked) private(set) var requests: [HostRequest] = []

    func put(_ message: Message) { messages.append(message) }
    func put(_ request: HostRequest) { requests.append(request) }

    /// Forgets what was put since the last message.
    func drop() {
        messages.removeAll(keepingCapacity: true)
        requests.removeAll(keepingCapacity: true)
    }

    /// Takes out the only message; nil where there is none, or more than one.
    func takeOnlyMessage() -> Message? { messages.count == 1 ? messages.popLast() : nil }

    func takeMessages() -> [Message] {
        defer { messages = [] }
        return messages
    }

    func takeRequests() -> [HostRequest] {
        defer { requests = [] }
        return requests
    }
}
