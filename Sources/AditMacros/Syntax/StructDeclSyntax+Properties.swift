import SwiftSyntax

extension StructDeclSyntax {
    /// Whether the body declares an initializer, so that there is no memberwise one.
    var hasInitializer: Bool { memberBlock.members.contains { $0.decl.is(InitializerDeclSyntax.self) } }
}

extension VariableDeclSyntax {
    /// Whether the property is an instance's, and has a place in memory.
    var isStored: Bool {
        !modifiers.contains { ["static", "class"].contains($0.name.text) }
            && bindings.allSatisfy { $0.accessorBlock?.leavesStored ?? true }
    }

    var isLazy: Bool { modifiers.contains { $0.name.text == "lazy" } }
}

extension AccessorBlockSyntax {
    /// Whether there are observers only.
    fileprivate var leavesStored: Bool {
        guard case .accessors(let accessors) = accessors else { return false }
        return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
}
