import SwiftSyntax
import SwiftSyntaxMacros

/// What the members of a type have to repeat: its access, and that its type parameters have coding.
struct TypeContext {
    /// The type's name, without those of the types around it.
    let name: String
    /// The access modifier that makes a member as visible as the conformance asks for, with a space after it; empty where
    /// none is needed.
    let access: String
    /// That the type parameters have coding, with a space before; empty where there are none.
    let whereClause: String
    /// Whether the compiler may refuse members that mention the type: without a modifier, it takes one in an extension of
    /// `Outer.Inner` for as visible as `Inner`, and refuses them where `Outer` is not.
    let maySeemHidden: Bool

    init(of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        name = declaration.typeName.text
        let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers
        // In a `public extension`, what has no modifier is public.
        let modifier = declaration.modifiers.access ?? enclosing?.access
        access =
            switch modifier {
            case .public: "public "
            case .package: "package "
            default: ""
            }
        maySeemHidden =
            modifier == nil
            && context.lexicalContext.contains {
                $0.as(ExtensionDeclSyntax.self)?.extendedType.is(MemberTypeSyntax.self) ?? false
            }
        // Those of the types around it count as well.
        let names = ([Syntax(declaration)] + context.lexicalContext).reversed().flatMap { node in
            (node.genericParameters ?? []).filter { $0.specifier == nil }.map(\.name.text)
        }
        let requirements = names.map { "\($0): Adit.WireCodable" }
        whereClause = requirements.isEmpty ? "" : " where " + requirements.joined(separator: ", ")
    }

    /// The beginning of the function that reads a value.
    func reading(_ locals: Locals) -> String {
        let parameter = "_ \(locals.reader): Adit.JSONReader"
        return "private static func reading(\(parameter)) throws(Adit.CodingFailure) -> Self\(whereClause)"
    }
}

extension DeclGroupSyntax {
    var isPrivate: Bool { modifiers.access == .private }

    var hasParameterPack: Bool {
        Syntax(self).genericParameters?.contains { $0.specifier?.tokenKind == .keyword(.each) } ?? false
    }
}

extension DeclModifierListSyntax {
    /// The word for access that is among the modifiers; not that of a setter.
    fileprivate var access: Keyword? {
        lazy.filter { $0.detail == nil }.compactMap { modifier in
            [.public, .package, .internal, .fileprivate, .private].first { modifier.name.tokenKind == .keyword($0) }
        }.first
    }
}

extension Syntax {
    fileprivate var genericParameters: GenericParameterListSyntax? {
        asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters
    }
}
