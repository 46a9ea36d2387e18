import SwiftSyntax

extension EnumDeclSyntax {
    /// The cases, in declaration order.
    var caseElements: [EnumCaseElementSyntax] {
        memberBlock.members.flatMap { $0.decl.as(EnumCaseDeclSyntax.self).map { Array($0.elements) } ?? [] }
    }

    /// Whether any case has values.
    var hasValues: Bool { caseElements.contains { $0.parameterClause != nil } }
}

extension EnumCaseElementSyntax {
    /// The `case` declaration, which may declare further cases.
    var group: EnumCaseDeclSyntax? { parent?.parent?.as(EnumCaseDeclSyntax.self) }
}

extension EnumCaseParameterSyntax {
    /// The label; nil if unlabelled.
    var label: String? {
        guard let firstName, firstName.tokenKind != .wildcard else { return nil }
        return firstName.text
    }
}
