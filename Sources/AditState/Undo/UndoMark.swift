/// The messages that belong to one step of the undo history: one, or those of a group. A message's cause carries it to
/// the effects that the message starts.
package final class UndoMark: @unchecked Sendable {  // Touched by the core's loop only.
    /// A request to a gateway, which an undo does not revert.
    package struct Request: Equatable {
        /// The id of the `@effect`.
        package let effect: String
        package let gateway: String

        package init(effect: String, gateway: String) {
            self.effect = effect
            self.gateway = gateway
        }
    }

    /// The step with the messages' changes; nil as long as nothing has changed, and after an undo.
    weak var step: UndoStep?
    /// The cases of the messages, each once, in their order.
    private(set) var messages: [String]
    /// The requests to gateways that the messages and their effects made.
    private(set) var requests: [Request]

    init(messages: [String] = [], requests: [Request] = []) {
        self.messages = messages
        self.requests = requests
    }

    /// Adds a message.
    ///
    /// - Returns: false if it has its case already.
    func add(message: String) -> Bool {
        guard !messages.contains(message) else { return false }
        messages.append(message)
        return true
    }

    func remove(message: String) { messages.removeAll { $0 == message } }

    func add(_ request: Request) { requests.append(request) }

    func removeLastRequest() { _ = requests.popLast() }
}
