import Support
import Adit
import AditJSON

@testable import ChatCore

enum JSONState {
    /// Reads a state as it is in a config.
    static func read(_ text: String) throws -> ChatState {
        try withJSON(text) { try ChatState(reading: $0) }
    }
}
