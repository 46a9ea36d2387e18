import SwiftSyntax
import SwiftSyntaxMacros

/// The parts of a type's declaration that its members repeat: its access, and the coding of its type parameters.
struct TypeContext {
    /// The type's unqualified name.
    let name: String
    /// The access modifier that the conformance requires of a member, followed by a space; empty if none is required.
    let access: String
    /// The requirement that type parameters have coding, preceded by a space; empty if absent.
    let whereClause: String
    /// Whether the compiler may refuse members that mention the type: without a modifier, it considers a member in an
    /// extension of `Outer.Inner` as visible as `Inner`, and refuses it if `Outer` is less visible.
    let maySeemHidden: Bool

    init(of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        name = declaration.typeName.text
        let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers
        // In a `public extension`, declarations without a modifier are public.
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
        // Type parameters of enclosing types count as well.
        let names = ([Syntax(declaration)] + context.lexicalContext).reversed().flatMap { node in
            (node.genericParameters ?? []).filter { $0.specifier == nil }.map(\.name.text)
        }
        let requirements = names.map { "\($0): Adit.WireCodable" }
        whereClause = requirements.isEmpty ? "" : " where " + requirements.joined(separator: ", ")
    }

    /// Returns the initializer that reads a value.
    func initializer(_ body: String, reader: String = "reader") -> String {
        """
        \(access)init(reading \(reader): Adit.JSONReader) throws(Adit.CodingFailure)\(whereClause) {
        \(body.indented())
        }
        """
    }

    /// Returns the signature of the function that reads a value.
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
    /// The access keyword among the modifiers, except that of a setter.
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
