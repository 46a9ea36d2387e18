import Adit
import AditJSON

@testable import ChatCore

enum JSONState {
    /// Reads a state as it is in a config.
    static func read(_ text: String) throws -> ChatState {
        try JSONDocument(parsing: text).withRoot { try decodeWire(ChatState.self, from: $0) }
    }
}
