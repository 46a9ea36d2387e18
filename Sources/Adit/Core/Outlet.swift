/// Where the outputs of a core's features and receivers collect: messages and requests to the host, in order.
///
/// The closures that features are given hold the outlet and not the core, so that a core is not kept by its own features.
@usableFromInline
package final class Outlet {
    // Accesses last for one statement each.
    @exclusivity(unchecked) private(set) var messages: [AnyMessage] = []
    @exclusivity(unchecked) private(set) var requests: [HostRequest] = []

    @usableFromInline
    package func put(_ message: AnyMessage) { messages.append(message) }

    func put(_ request: HostRequest) { requests.append(request) }

    /// Forgets what was put since the last message.
    func drop() {
        messages.removeAll(keepingCapacity: true)
        requests.removeAll(keepingCapacity: true)
    }

    /// Takes out the only message; nil where there is none, or more than one.
    func takeOnlyMessage() -> AnyMessage? { messages.count == 1 ? messages.removeLast() : nil }

    func takeMessages() -> [AnyMessage] {
        defer { messages = [] }
        return messages
    }

    func takeRequests() -> [HostRequest] {
        defer { requests = [] }
        return requests
    }
}
