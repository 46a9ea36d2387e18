import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// One expansion of a macro: where the author's code stands, and what there is to complain of in it.
final class Expansion {
    let context: any MacroExpansionContext
    private(set) var hasComplaints = false

    init(in context: some MacroExpansionContext) { self.context = context }

    func complain(_ complaint: Complaint, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
        hasComplaints = true
        context.diagnose(Diagnostic(node: node, message: complaint, fixIts: fixIts))
    }

    /// - Returns: nil where it is not known.
    func line(of node: some SyntaxProtocol) -> SourceLine? {
        context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath).map(SourceLine.init)
    }
}
