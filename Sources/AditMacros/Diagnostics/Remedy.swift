import SwiftDiagnostics

/// The message of a fix-it.
struct Remedy: FixItMessage {
    let message: String
    let fixItID: MessageID

    init(_ message: String) {
        self.message = message
        fixItID = MessageID(domain: "Adit", id: message)
    }
}
