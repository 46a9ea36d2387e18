import SwiftSyntax

/// The additional members of a message: the cases without their values, and the index of its case.
struct MessageNames {
    let cases: [WireCase]
    let context: TypeContext

    var members: [String] { [names, index] }

    /// Returns placeholder members for a message with diagnostics.
    static func stubs(cases: [WireCase], context: TypeContext) -> [String] {
        var taken: Set<String> = []
        let cases = cases.filter { taken.insert($0.name).inserted }
            .map { WireCase(name: $0.name, key: $0.name.withoutBackticks, doc: "", payload: .none) }
        let index = "\(context.access)var caseIndex: Swift.Int { Swift.fatalError() }"
        return [MessageNames(cases: cases, context: context).names, index]
    }

    private var names: String {
        // An enum without cases cannot have raw values.
        guard !cases.isEmpty else {
            return """
                \(context.access)enum Case: Adit.WireCase {
                    \(context.access)init?(rawValue: Swift.String) { nil }
                    \(context.access)var rawValue: Swift.String { switch self {} }
                }
                """
        }
        let names = cases.map { wireCase in
            let isRenamed = wireCase.key != wireCase.name.withoutBackticks
            return "    case \(wireCase.name)\(isRenamed ? " = \(wireCase.key.literal)" : "")\n"
        }
        return "\(context.access)enum Case: Swift.String, Adit.WireCase {\n\(names.joined())}"
    }

    private var index: String {
        let branches = cases.enumerated().map { "    case .\($1.name): \($0)\n" }
        let selection = cases.isEmpty ? "switch self {}" : "switch self {\n\(branches.joined())    }"
        return "\(context.access)var caseIndex: Swift.Int {\n    \(selection)\n}"
    }
}

extension EnumShape {
    /// Diagnoses declarations that are valid for an enum but not for a message.
    func checkMessage(_ declaration: EnumDeclSyntax, hasRawValues: Bool, in expansion: Expansion) {
        if hasRawValues, let rawType = declaration.inheritanceClause?.inheritedTypes.first {
            expansion.complain(.rawMessage, at: rawType.type)
        }
        for (element, wireCase) in zip(declaration.caseElements, cases) where wireCase.key.hasPrefix("@") {
            expansion.complain(.reservedName(wireCase.key), at: element)
        }
        if let type = declaration.typeNamedCase { expansion.complain(.takenName, at: type) }
    }
}

extension EnumDeclSyntax {
    /// The name of a nested type that conflicts with the generated `Case`.
    var typeNamedCase: TokenSyntax? { nestedTypes.map(\.typeName).first { $0.text == "Case" } }
}
