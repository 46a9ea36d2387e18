import AditJSON

/// The coding of an app's messages as JSON. Any thread.
@usableFromInline
package struct MessageCoding: Sendable {
    package let read: @Sendable (JSONReader) throws(CodingFailure) -> AnyMessage
    /// Reads a message from a host; refuses one that is not incoming.
    package let readIncoming: @Sendable (JSONReader) throws(CodingFailure) -> AnyMessage
    package let write: @Sendable (AnyMessage, JSONWriter) throws(CodingFailure) -> Void
    /// Returns the cases of a message, separated by dots: `todo.request.add`.
    package let casePath: @Sendable (AnyMessage) -> String
    /// Returns whether a host may send a message, and whether it receives it.
    package let direction: @Sendable (AnyMessage) -> MessageDirection

    @usableFromInline
    package init(
        read: @escaping @Sendable (JSONReader) throws(CodingFailure) -> AnyMessage,
        readIncoming: @escaping @Sendable (JSONReader) throws(CodingFailure) -> AnyMessage,
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
    /// Creates the error for a message from a host that is outgoing or internal.
    @usableFromInline
    package static func notIncoming(_ path: String, _ direction: MessageDirection) -> CodingFailure {
        let reason =
            direction == .internal
            ? "internal; it is a step between features, which a host neither sends nor hears"
            : "outgoing; a host hears it and cannot send it"
        return CodingFailure(path: path, reason: reason)
    }
}
