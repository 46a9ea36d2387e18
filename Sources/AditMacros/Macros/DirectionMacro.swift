import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Incoming`, `@Outgoing`, `@Internal` and `@Both`. The macro of the enclosing enum reads them; their expansion only
/// diagnoses markers without effect.
enum DirectionMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if let complaint = complaint(of: node, at: declaration, in: context) {
            let name = node.attributeName.trimmedDescription
            Expansion(in: context).complain(complaint, at: node, fixIts: [.remove(node, "remove @\(name)")])
        }
        return []
    }

    private static func complaint(
        of node: AttributeSyntax, at declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) -> Complaint? {
        guard let name = node.attributeName.lastName else { return nil }
        let ownType = declaration.as(EnumDeclSyntax.self)
        guard ownType != nil || declaration.is(EnumCaseDeclSyntax.self) else { return .misplacedMarker(name) }
        let markers = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes.markers.map(\.name) ?? []
        if let first = markers.first, markers.count > 1, first != name || markers.allSatisfy({ $0 == name }) {
            return .secondMarker(name, after: first)
        }
        let around = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
        let types = (ownType.map { [$0 as any DeclGroupSyntax] } ?? []) + around
        if types.first.map(hasRawValues) ?? false { return .markedValue(name) }
        // Nested types get their coding from the macro of the enclosing type.
        guard types.contains(where: { $0.carries(oneOf: ["Message", "Model"]) }) else { return .uncodedMarker(name) }
        return nil
    }

    private static func hasRawValues(_ type: any DeclGroupSyntax) -> Bool {
        type.inherits(oneOf: TypeSyntax.numbers.union(["String"]))
    }
}
