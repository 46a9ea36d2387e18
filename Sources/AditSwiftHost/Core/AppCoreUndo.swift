/// What was undone or redone.
public struct AppCoreUndo: Equatable, Sendable {
    /// The revision of the state from then on.
    public let revision: Int
    /// The cases of all messages whose changes are reverted, or are back, each once, such as `todo.request.add`: those of the step, and
    /// later ones that are no steps of their own.
    public let messages: [String]
    /// The gateways of the requests that these messages and their effects made: these requests are not reverted.
    public let gateways: [String]
}
