import AditState

/// The context of a message from outside, shared by everything that it causes: messages, the effects that they start,
/// and the outputs of these.
@usableFromInline
package final class Cause: Sendable {
    /// The host's id of the message; everything that the message causes carries it.
    package let id: MessageID?
    /// The client on whose behalf the host sent it; nil for the host itself.
    package let client: String?
    /// Its overrides of dependencies; nil for the core's own values.
    package let values: DependencyValues?
    /// A digest of the message, by which it is recognized when it is sent again; nil if unused.
    package let digest: UInt64?
    /// The group of messages that are undone together; nil if the message is in none.
    package let group: String?
    /// The messages that are undone with it; nil if it is not a step of an undo history. Set on the core's loop before
    /// the message is handled; no other thread reads it.
    nonisolated(unsafe) package var mark: UndoMark?

    package init(
        id: MessageID?, client: String? = nil, values: DependencyValues? = nil, digest: UInt64? = nil,
        group: String? = nil
    ) {
        self.id = id
        self.client = client
        self.values = values
        self.digest = digest
        self.group = group
    }
}

/// A host's id of a message, which marks everything that the message causes.
package enum MessageID: Equatable, Sendable {
    case number(Int64)
    case text(String)
}

extension CoreEnvironment {
    /// Runs `body` for a message of a client, and in the scope of its overrides, if it has any.
    @inline(__always)
    func withScope(of cause: Cause?, _ body: () -> Void) {
        guard cause?.client != nil || cause?.values != nil else { return body() }
        withClientAndValues(of: cause, body)
    }

    // Most messages have neither. The cause is optional, as to unwrap it would retain it.
    @inline(never)
    private func withClientAndValues(of cause: Cause?, _ body: () -> Void) {
        client = cause?.client
        withScope(cause?.values, body)
        client = nil
    }
}
