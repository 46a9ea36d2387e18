/// A gateway to the messages of other users.
protocol InboxGateway {
    /// Returns a stream of the messages that are written in a room from now on. It ends when the room is closed.
    func messages(in room: String) -> AsyncThrowingStream<ChatMessage, any Error>
}
