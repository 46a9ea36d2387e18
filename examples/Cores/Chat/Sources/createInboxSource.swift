import Adit

/// Makes the source that emits the messages of a room. It has no input.
func createInboxSource(room: String, inbox: any InboxGateway, output: @escaping Output) -> Source {
    Source(id: ByteString("inbox of \(room)")) {
        do {
            for try await message in inbox.messages(in: room) { output(.inbox(.received(message: message))) }
            output(.inbox(.wasLost(room: room, reason: nil)))
        } catch {
            output(.inbox(.wasLost(room: room, reason: "\(error)")))
        }
    }
}
