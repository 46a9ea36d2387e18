import SwiftSyntax

extension DeclGroupSyntax {
    /// Whether a type's own declaration says that it is one of these.
    func inherits(oneOf names: Set<String>) -> Bool {
        inheritanceClause?.inheritedTypes.contains { $0.type.lastName.map(names.contains) ?? false } ?? false
    }

    /// Whether one of these macros is attached.
    func carries(oneOf names: Set<String>) -> Bool {
        attributes.contains { $0.as(AttributeSyntax.self)?.attributeName.lastName.map(names.contains) ?? false }
    }

    /// The name of the type; the keyword where it is an extension.
    var typeName: TokenSyntax { asProtocol((any NamedDeclSyntax).self)?.name ?? introducer }

    /// The types in the body, in `#if` as well.
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
    /// What stands in the branches of a condition in a type's body.
    var members: [MemberBlockItemSyntax] {
        clauses.flatMap { clause in clause.elements?.as(MemberBlockItemListSyntax.self).map(Array.init) ?? [] }
    }
}
