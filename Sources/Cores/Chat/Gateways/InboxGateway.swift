/// The way to where messages of others come from.
protocol InboxGateway {
    /// The messages that are written in a room from now on. They end where the room is closed.
    func messages(in room: String) -> AsyncThrowingStream<ChatMessage, any Error>
}
