/// Where the outputs of a core's features and receivers collect: messages and requests to the host, in order.
///
/// The closures that features are given hold the outlet and not the core, so that a core is not kept by its own features.
@usableFromInline
package final class Outlet<Message> {
    // Accesses last for one statement each.
    @exclusivity(unchecked) @usableFromInline var messages: [Message] = []
    @exclusivity(unchecked) @usableFromInline var requests: [HostRequest] = []

    @inlinable
    func put(_ message: Message) { messages.append(message) }

    func put(_ request: HostRequest) { requests.append(request) }

    /// Forgets what was put since the last message.
    @usableFromInline
    func drop() {
        messages.removeAll(keepingCapacity: true)
        requests.removeAll(keepingCapacity: true)
    }

    @inlinable
    func takeMessages() -> [Message] {
        defer { messages = [] }
        return messages
    }

    /// Tells the requests.
    @inlinable
    @inline(__always)
    func tellRequests(to listener: any CoreListener) {
        if !requests.isEmpty { tellAll(listener) }
    }

    @usableFromInline
    func tellAll(_ listener: any CoreListener) {
        let told = requests
        requests = []
        for request in told { listener.request(request) }
    }
}
