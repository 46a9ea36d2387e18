import SwiftSyntax

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
