import SwiftSyntax

extension ExprSyntax {
    /// The expression, unless it is `nil`, which is what an absent optional is anyway.
    var unlessNil: ExprSyntax? { self.is(NilLiteralExprSyntax.self) ? nil : trimmed }
}
