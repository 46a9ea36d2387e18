/// What was undone or redone.
public struct AppCoreUndo: Equatable, Sendable {
    /// The revision of the state from then on.
    public let revision: Int
    /// The cases of the messages, each once: `todo.request.add`.
    public let messages: [String]
    /// The gateways of the requests that the messages and their effects made: these requests are not reverted.
    public let gateways: [String]
}
