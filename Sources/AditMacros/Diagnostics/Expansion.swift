import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// One expansion of a macro: its source location, and its diagnostics.
final class Expansion {
    let context: any MacroExpansionContext
    private(set) var hasComplaints = false

    init(in context: some MacroExpansionContext) { self.context = context }

    func complain(_ complaint: Complaint, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
        if complaint.severity == .error { hasComplaints = true }
        context.diagnose(Diagnostic(node: node, message: complaint, fixIts: fixIts))
    }

    /// - Returns: nil if unknown.
    func line(of node: some SyntaxProtocol) -> SourceLine? {
        context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath).map(SourceLine.init)
    }
}

extension Expansion {
    func complainOfPrivate(_ type: any DeclGroupSyntax) {
        guard let modifier = type.modifiers.first(where: { $0.name.tokenKind == .keyword(.private) }) else { return }
        let wider = DeclModifierSyntax(name: .keyword(.fileprivate))
        complain(
            .privateType(type.typeName.text), at: modifier,
            fixIts: [.remove(modifier, "remove 'private'"), .replace(modifier, by: wider, "use 'fileprivate'")])
    }

    func complainOfDepth(_ type: any DeclGroupSyntax) {
        complain(
            .tooDeep(type.typeName.text), at: type.typeName, fixIts: [.insert("@Model ", before: type, "add @Model")])
    }
}
