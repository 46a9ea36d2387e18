import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
    /// Replaces a piece of code, keeping the white space around it.
    static func replace(_ old: some SyntaxProtocol, by new: some SyntaxProtocol, _ message: String) -> FixIt {
        var new = Syntax(new)
        new.leadingTrivia = old.leadingTrivia
        new.trailingTrivia = old.trailingTrivia
        return FixIt(message: Remedy(message), changes: [.replace(oldNode: Syntax(old), newNode: new)])
    }

    /// Removes a modifier or an attribute, and the space after it.
    static func remove(_ node: some SyntaxProtocol, _ message: String) -> FixIt {
        let nothing = TokenSyntax.identifier("", leadingTrivia: node.leadingTrivia)
        return FixIt(message: Remedy(message), changes: [.replace(oldNode: Syntax(node), newNode: Syntax(nothing))])
    }

    /// Inserts a text before a piece of code, on the same line.
    static func insert(_ text: String, before node: any SyntaxProtocol, _ message: String) -> FixIt {
        guard let token = node.firstToken(viewMode: .sourceAccurate) else {
            return FixIt(message: Remedy(message), changes: [])
        }
        return .replace(token, by: TokenSyntax.identifier(text + token.text), message)
    }
}

/// The message of a fix-it.
struct Remedy: FixItMessage {
    let message: String
    let fixItID: MessageID

    init(_ message: String) {
        self.message = message
        fixItID = MessageID(domain: "Adit", id: message)
    }
}
