import SwiftSyntax

/// A value of a case or a struct, with its form on the wire.
struct WireValue {
    /// Its label, or the name of its property, as in the source; nil for a value without a label.
    let name: String?
    /// Its key.
    let key: String
    let doc: String
    /// Its type; nil if it is inferred.
    let type: TypeSyntax?
    /// The alias of its type in generated code.
    let typeName: String
    /// Its default value; nil if its key is required, or if it is an optional.
    let defaultValue: ExprSyntax?
    /// The line of its declaration.
    let line: SourceLine?

    /// The label in a call, where fewer words need backticks than elsewhere.
    var label: String {
        guard let name else { return "" }
        let label = name.withoutBackticks
        let isPlain = label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isPlain && !["inout", "let", "var"].contains(label) ? label : name
    }

    /// Whether its type is known only to the compiler: false if the initial value is a literal, whose type has coding.
    var isInferred: Bool {
        guard type == nil, let defaultValue else { return false }
        let literals: [any ExprSyntaxProtocol.Type] = [
            BooleanLiteralExprSyntax.self, FloatLiteralExprSyntax.self, IntegerLiteralExprSyntax.self,
            StringLiteralExprSyntax.self,
        ]
        return !literals.contains { defaultValue.is($0) }
    }
}
