@testable import ChatCore

/// An inbox that a test fills.
final class MockInboxGateway: InboxGateway {
    private var rooms: [String: AsyncThrowingStream<ChatMessage, any Error>.Continuation] = [:]
    /// The rooms that were followed, in order.
    private(set) var followed: [String] = []

    func messages(in room: String) -> AsyncThrowingStream<ChatMessage, any Error> {
        followed.append(room)
        return AsyncThrowingStream { rooms[room] = $0 }
    }

    func write(_ message: ChatMessage, in room: String) { rooms[room]?.yield(message) }
    func close(_ room: String, _ error: (any Error)? = nil) { rooms[room]?.finish(throwing: error) }
}
