import AditJSON

/// How the messages of an app are read from JSON and written as JSON. Any thread.
@usableFromInline
package struct MessageCoding: Sendable {
    package let read: @Sendable (JSONValue) throws(CodingFailure) -> AnyMessage
    /// The same of a message that a host sends: one that is not incoming is refused.
    package let readIncoming: @Sendable (JSONValue) throws(CodingFailure) -> AnyMessage
    package let write: @Sendable (AnyMessage, JSONWriter) throws(CodingFailure) -> Void
    /// The cases of a message, with dots between: `todo.request.add`.
    package let casePath: @Sendable (AnyMessage) -> String
    /// Whether a host may send it, and whether it hears it.
    package let direction: @Sendable (AnyMessage) -> MessageDirection

    @usableFromInline
    package init(
        read: @escaping @Sendable (JSONValue) throws(CodingFailure) -> AnyMessage,
        readIncoming: @escaping @Sendable (JSONValue) throws(CodingFailure) -> AnyMessage,
        write: @escaping @Sendable (AnyMessage, JSONWriter) throws(CodingFailure) -> Void,
        casePath: @escaping @Sendable (AnyMessage) -> String,
        direction: @escaping @Sendable (AnyMessage) -> MessageDirection
    ) {
        self.read = read
        self.readIncoming = readIncoming
        self.write = write
        self.casePath = casePath
        self.direction = direction
    }
}

extension CodingFailure {
    /// A host has sent what it may only hear, or not even that.
    @usableFromInline
    static func notIncoming(_ path: String, _ direction: MessageDirection) -> CodingFailure {
        let reason =
            direction.isEmpty
            ? "internal; it is a step between features, which a host neither sends nor hears"
            : "outgoing; a host hears it and cannot send it"
        return CodingFailure(path: path, reason: reason)
    }
}
