import SwiftSyntax

extension DeclGroupSyntax {
    /// Returns whether a type's declaration lists one of these conformances.
    func inherits(oneOf names: Set<String>) -> Bool {
        inheritanceClause?.inheritedTypes.contains { $0.type.lastName.map(names.contains) ?? false } ?? false
    }

    /// Returns whether one of these macros is attached.
    func carries(oneOf names: Set<String>) -> Bool {
        attributes.contains { $0.as(AttributeSyntax.self)?.attributeName.lastName.map(names.contains) ?? false }
    }

    /// The name of the type; the keyword if it is an extension.
    var typeName: TokenSyntax { asProtocol((any NamedDeclSyntax).self)?.name ?? introducer }

    /// The types in the body, including those in `#if`.
    var nestedTypes: [any DeclGroupSyntax] {
        memberBlock.members.flatMap(\.declarations).compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    }
}

extension MemberBlockItemSyntax {
    fileprivate var declarations: [DeclSyntax] {
        guard let condition = decl.as(IfConfigDeclSyntax.self) else { return [decl] }
        return condition.members.flatMap(\.declarations)
    }
}

extension IfConfigDeclSyntax {
    /// The members in the branches of a condition in a type's body.
    var members: [MemberBlockItemSyntax] {
        clauses.flatMap { clause in clause.elements?.as(MemberBlockItemListSyntax.self).map(Array.init) ?? [] }
    }
}
