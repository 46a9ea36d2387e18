/// What a message from outside brought along, for all that it causes: the messages that it leads to, the effects that
/// they start, and what those put out.
@usableFromInline
package final class Cause: Sendable {
    /// What the host put beside the message to know again what came of it.
    package let id: MessageID?
    /// On whose behalf the host sent it; nil: its own.
    package let client: String?
    /// The dependencies that hold for it; nil where those of the core do.
    package let values: DependencyValues?

    package init(id: MessageID?, client: String? = nil, values: DependencyValues? = nil) {
        self.id = id
        self.client = client
        self.values = values
    }
}
