import SwiftSyntax

/// A value that a case or a struct has, and what it is on the wire.
struct WireValue {
    /// Its label, or the name of its property, as the author wrote it; nil for a value without a label.
    let name: String?
    /// Its key.
    let key: String
    let doc: String
    /// Its type, where one is written.
    let type: TypeSyntax?
    /// The name by which generated code refers to its type.
    let typeName: String
    /// What it is where its key is absent; nil where it must not be, or is an optional.
    let defaultValue: ExprSyntax?
    /// The line on which it is declared.
    let line: SourceLine?

    /// The label in a call, where fewer words than elsewhere need backticks.
    var label: String {
        guard let name else { return "" }
        let label = name.withoutBackticks
        let isPlain = label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isPlain && !["inout", "let", "var"].contains(label) ? label : name
    }

    /// Whether only the compiler can know its type: not where the initial value is a literal, which surely has coding.
    var isInferred: Bool {
        guard type == nil, let defaultValue else { return false }
        let literals: [any ExprSyntaxProtocol.Type] = [
            BooleanLiteralExprSyntax.self, FloatLiteralExprSyntax.self, IntegerLiteralExprSyntax.self,
            StringLiteralExprSyntax.self,
        ]
        return !literals.contains { defaultValue.is($0) }
    }
}
