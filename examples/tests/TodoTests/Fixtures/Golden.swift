import Testing

@testable import TodoCore

/// A message, and the same on the wire.
struct Golden: CustomTestStringConvertible {
    let message: Message
    let json: String
    var testDescription: String { json }

    init(_ message: Message, _ json: String) {
        self.message = message
        self.json = json
    }
}
