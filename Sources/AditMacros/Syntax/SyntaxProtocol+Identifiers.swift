import SwiftSyntax

extension SyntaxProtocol {
    /// The identifiers in a piece of code.
    var identifiers: Set<String> {
        tokens(viewMode: .sourceAccurate).reduce(into: []) { names, token in
            if case .identifier(let name) = token.tokenKind { names.insert(name) }
        }
    }
}
