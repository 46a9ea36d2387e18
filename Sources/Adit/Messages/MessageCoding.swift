import AditJSON

/// How the messages of an app are read from JSON and written as JSON. Any thread.
@usableFromInline
package struct MessageCoding: Sendable {
    package let read: @Sendable (JSONValue) throws(CodingFailure) -> AnyMessage
    package let write: @Sendable (AnyMessage, JSONWriter) throws(CodingFailure) -> Void
    /// The cases of a message, with dots between: `todo.request.add`.
    package let casePath: @Sendable (AnyMessage) -> String

    @usableFromInline
    package init(
        read: @escaping @Sendable (JSONValue) throws(CodingFailure) -> AnyMessage,
        write: @escaping @Sendable (AnyMessage, JSONWriter) throws(CodingFailure) -> Void,
        casePath: @escaping @Sendable (AnyMessage) -> String
    ) {
        self.read = read
        self.write = write
        self.casePath = casePath
    }
}
