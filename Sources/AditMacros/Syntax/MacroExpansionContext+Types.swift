import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
    /// Whether the expanded declaration is in the body of a type.
    var isInsideType: Bool { lexicalContext.first?.isProtocol((any DeclGroupSyntax).self) ?? false }
}
