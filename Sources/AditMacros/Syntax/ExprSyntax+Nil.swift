import SwiftSyntax

extension ExprSyntax {
    /// The expression; nil for a `nil` literal, the default of an optional.
    var unlessNil: ExprSyntax? { self.is(NilLiteralExprSyntax.self) ? nil : trimmed }
}
