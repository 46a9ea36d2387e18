/// The aliases of value types in generated code.
///
/// An alias resolves if its type has coding. Otherwise the compiler reports an error once, at the user's line, and
/// skips later uses of the alias.
enum ValueTypes {
    fileprivate static let space = "_Values"

    /// Returns the declaration of the aliases in the type's body.
    static func declaration(for values: [WireValue], in context: TypeContext) -> String {
        "private enum \(space)\(context.whereClause) {\n\(names(for: values, in: context))}"
    }

    /// Returns the declaration for an enum, with an additional alias for all types.
    static func declarationWithAll(for values: [WireValue], in context: TypeContext) -> String {
        let all = "    typealias all = (\(values.map(\.typeName).joined(separator: ", ")))\n"
        return "private enum \(space)\(context.whereClause) {\n\(names(for: values, in: context))\(all)}"
    }

    /// The declaration in an enum's extension that makes the compiler check the aliases. In the enum's body it checks
    /// them late, during code generation, and not at all after errors elsewhere.
    static let check = """
        private typealias _Checked = \(space).all

        private static func _check(_ check: \(space).Check) { _ = check.isDone }
        """

    private static func names(for values: [WireValue], in context: TypeContext) -> String {
        let types = values.compactMap { value in
            value.type.map { (value, type: $0.text(whereSelfIs: context.name)) }
        }
        let names = types.map { value, type in
            let name = "    typealias \(value.typeName) = Adit._Coded<\(type)>.Value"
            return (value.line?.located(name) ?? name) + "\n"
        }
        // For a missing conformance the compiler's text does not name the remedy; for an unavailable function it prints
        // the function's message. It checks a variable's initial value if it must infer the type.
        let checks = values.flatMap { value in
            (value.type.map { TypeChecks.of($0, whereSelfIs: context.name) } ?? []).map { call in
                let check = "            \(call)"
                return (value.line?.located(check) ?? check) + "\n"
            }
        }
        return """
            \(names.joined())    struct Check {
                    let isDone = {
            \(checks.joined())            return true
                    }()
                }

            """
    }
}

extension WireValue {
    /// The alias of its type; nil if the type is inferred.
    private var typeReference: String? { type == nil ? nil : "\(ValueTypes.space).\(typeName)" }

    /// Returns its declaration as a variable, up to the equals sign.
    func declared(as variable: String) -> String { "let \(variable)" + (typeReference.map { ": \($0)" } ?? "") }

    /// Returns the declaration of a variable that is nil until it is read.
    func variable(_ variable: String) -> String {
        guard let typeReference else {
            return "var \(variable) = Adit.JSONMembers.absent(\(defaultValue.map(\.trimmedDescription) ?? ""))"
        }
        return "var \(variable): \(typeReference)?"
    }

    /// Returns an expression of its type.
    func typed(_ expression: String) -> String { expression + (typeReference.map { " as \($0)" } ?? "") }

    /// An expression for the schema of its type.
    var schema: String {
        if isInferred { return typeName }
        return typeReference.map { "definitions.schema(of: \($0).self)" } ?? keyPathSchema
    }

    /// The statement that must precede the expression.
    var schemaStatement: String? { isInferred ? located("let \(typeName) = \(keyPathSchema)") : nil }

    private var keyPathSchema: String { "definitions.schema(of: \\Self.\(property))" }

    /// Returns a statement that reports its errors at the user's line, unless an alias reports them there already.
    func located(_ statement: String) -> String {
        isInferred ? line?.located(statement) ?? statement : statement
    }
}
