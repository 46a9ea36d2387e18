import SwiftSyntax

/// The members that implement an enum's coding.
struct EnumCoding {
    let shape: EnumShape
    let context: TypeContext
    let locals: Locals
    /// The enums without cases in the body.
    let emptyTypes: Set<String>

    /// Returns all generated members of an enum.
    static func members(
        of declaration: EnumDeclSyntax, makesMessage: Bool, in expansion: Expansion
    ) -> String {
        let shape = EnumShape(declaration, in: expansion)
        let rawValues = RawValues(of: declaration, in: expansion)
        if makesMessage { shape.checkMessage(declaration, hasRawValues: rawValues != nil, in: expansion) }
        let context = TypeContext(of: declaration, in: expansion.context)
        guard !expansion.hasComplaints else {
            let hasNames = makesMessage && declaration.typeNamedCase == nil
            let names = hasNames ? MessageNames.stubs(cases: shape.cases, context: context) : []
            let types = declaration.hasValues ? [ValueTypes.declarationWithAll(for: [], in: context)] : []
            return (Stubs.members(in: context) + names + types).joined(separator: "\n\n")
        }
        if let rawValues {
            return RawEnumCoding(shape: shape, values: rawValues, context: context).members.joined(separator: "\n\n")
        }
        let values = shape.cases.flatMap(\.values)
        let coding = EnumCoding(
            shape: shape, context: context, locals: Locals(beside: values), emptyTypes: declaration.emptyTypes)
        let names = makesMessage ? MessageNames(cases: shape.cases, context: context).members : []
        let types = declaration.hasValues ? [ValueTypes.declarationWithAll(for: values, in: context)] : []
        return (coding.members + names + types).joined(separator: "\n\n")
    }

    private var members: [String] { reading + [writing, casePath] + (direction.map { [$0] } ?? []) + [schema] }

    private var schema: String {
        SchemaWriting.function(
            ".cases(\(SchemaWriting.cases(of: shape)))", doc: shape.doc, in: context)
    }

    /// Returns a function with a `switch` over the cases.
    func function(_ signature: String, inEachCase code: (WireCase) -> (pattern: String, code: String)) -> String {
        let branches = shape.cases.map { wireCase in
            let (pattern, code) = code(wireCase)
            let label = "case .\(wireCase.name)\(pattern):"
            return code.contains("\n") ? "\(label)\n\(code.indented())\n" : "\(label) \(code)\n"
        }
        let selection = branches.isEmpty ? "switch self {}" : "switch self {\n\(branches.joined())}"
        return "\(context.access)func \(signature)\(context.whereClause) {\n\(selection.indented())\n}"
    }
}

extension EnumDeclSyntax {
    fileprivate var emptyTypes: Set<String> {
        Set(nestedTypes.compactMap { $0.as(EnumDeclSyntax.self) }.filter(\.caseElements.isEmpty).map(\.name.text))
    }
}
