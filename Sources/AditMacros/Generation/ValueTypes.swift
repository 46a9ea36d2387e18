/// The names by which generated code refers to the types of values.
///
/// Each stands for the type as long as that has coding. Where it has not, the compiler says so at the author's line, and only
/// once: what uses the name afterwards is not looked at.
enum ValueTypes {
    fileprivate static let space = "_Values"

    /// The names, as the body of the type declares them.
    static func declaration(for values: [WireValue], in context: TypeContext) -> String {
        "private enum \(space)\(context.whereClause) {\n\(names(for: values, in: context))}"
    }

    /// The same of an enum, with a name for all of them.
    static func declarationWithAll(for values: [WireValue], in context: TypeContext) -> String {
        let all = "    typealias all = (\(values.map(\.typeName).joined(separator: ", ")))\n"
        return "private enum \(space)\(context.whereClause) {\n\(names(for: values, in: context))\(all)}"
    }

    /// What an enum's extension declares to have them looked at. In the enum's own body the compiler looks at them late, when
    /// it translates, and not at all where it has found errors elsewhere.
    static let check = """
        private typealias _Checked = \(space).all

        private static func _check(_ check: \(space).Check) { check.isDone }
        """

    private static func names(for values: [WireValue], in context: TypeContext) -> String {
        let types = values.compactMap { value in
            value.type.map { (value, type: $0.text(whereSelfIs: context.name)) }
        }
        let names = types.map { value, type in
            let name = "    typealias \(value.typeName) = Adit._Coded<\(type)>.Value"
            return (value.line?.located(name) ?? name) + "\n"
        }
        // Of a type that lacks a conformance the compiler tells in its own words, which do not name the remedy; of an
        // unavailable function, in those of the function. It looks at a variable's value where it must find out the type.
        let checks = types.map { value, type in
            let check = "            Adit._hasCoding(\(type).self)"
            return (value.line?.located(check) ?? check) + "\n"
        }
        return """
            \(names.joined())    struct Check {
                    let isDone = {
            \(checks.joined())        }()
                }

            """
    }
}

extension WireValue {
    /// The name of its type; nil where the compiler finds its type out.
    private var typeReference: String? { type == nil ? nil : "\(ValueTypes.space).\(typeName)" }

    /// Its declaration as a variable, up to the equals sign.
    func declared(as variable: String) -> String { "let \(variable)" + (typeReference.map { ": \($0)" } ?? "") }

    /// An expression of its type.
    func typed(_ expression: String) -> String { expression + (typeReference.map { " as \($0)" } ?? "") }

    /// An expression for the schema of its type.
    var schema: String {
        if isInferred { return typeName }
        return typeReference.map { "definitions.schema(of: \($0).self)" } ?? keyPathSchema
    }

    /// The statement that the expression needs to come first.
    var schemaStatement: String? { isInferred ? located("let \(typeName) = \(keyPathSchema)") : nil }

    private var keyPathSchema: String { "definitions.schema(of: \\Self.\(property))" }

    /// A statement of which errors are told at the author's line, where no name of the type has caused them there.
    func located(_ statement: String) -> String {
        isInferred ? line?.located(statement) ?? statement : statement
    }
}
