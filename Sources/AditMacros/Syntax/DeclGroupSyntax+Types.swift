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

extension StructDeclSyntax {
    /// Whether the body declares an initializer, which removes the memberwise one.
    var hasInitializer: Bool { memberBlock.members.contains { $0.decl.is(InitializerDeclSyntax.self) } }
}

extension VariableDeclSyntax {
    /// Whether it is a stored instance property.
    var isStored: Bool {
        !modifiers.contains { ["static", "class"].contains($0.name.text) }
            && bindings.allSatisfy { $0.accessorBlock?.leavesStored ?? true }
    }

    var isLazy: Bool { modifiers.contains { $0.name.text == "lazy" } }
}

extension AccessorBlockSyntax {
    /// Whether the accessors are only observers.
    fileprivate var leavesStored: Bool {
        guard case .accessors(let accessors) = accessors else { return false }
        return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
}
