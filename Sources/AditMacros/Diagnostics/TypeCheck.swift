import SwiftDiagnostics
import SwiftSyntax

/// A visitor that finds types in the source that cannot be coded. Type resolution is left to the compiler.
final class TypeCheck: SyntaxVisitor {
    private let expansion: Expansion

    private init(_ expansion: Expansion) {
        self.expansion = expansion
        super.init(viewMode: .sourceAccurate)
    }

    static func check(_ type: TypeSyntax, _ expansion: Expansion) { TypeCheck(expansion).walk(type) }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        check(name: node.name.text, of: node, arguments: node.genericArgumentClause)
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        // Among qualified names, only those of the standard library and of Foundation are checked.
        if node.baseType.trimmedDescription == "Foundation" { return check(foundation: node) }
        guard node.baseType.trimmedDescription == "Swift" else { return .visitChildren }
        return check(name: node.name.text, of: node, arguments: node.genericArgumentClause)
    }

    private func check(
        name: String, of node: some TypeSyntaxProtocol, arguments: GenericArgumentClauseSyntax?
    ) -> SyntaxVisitorContinueKind {
        switch name {
        case "Int128", "UInt128": expansion.complain(.tooLarge(name), at: node, fixIts: [use("Int64", for: node)])
        case "Float16", "Float80": expansion.complain(.size(name), at: node, fixIts: [use("Double", for: node)])
        case "Substring", "StaticString":
            expansion.complain(.piece(name), at: node, fixIts: [use("String", for: node)])
        case "UInt", "UInt64":
            let fixIts = [name == "UInt" ? "Int" : "Int64", "UInt32"].map { use($0, for: node) }
            expansion.complain(.tooLarge(name), at: node, fixIts: fixIts)
        case "Set":
            let element = arguments?.arguments.first?.argument.trimmedDescription
            expansion.complain(.set, at: node, fixIts: element.map { [use("[\($0)]", for: node)] } ?? [])
        case "Character": expansion.complain(.character, at: node, fixIts: [use("String", for: node)])
        case "Any", "AnyObject", "AnyHashable": expansion.complain(.existential(name), at: node)
        case "Void": expansion.complain(.void, at: node)
        default: return .visitChildren
        }
        return .skipChildren
    }

    override func visit(_ node: DictionaryTypeSyntax) -> SyntaxVisitorContinueKind {
        guard let key = node.key.as(IdentifierTypeSyntax.self), TypeCheck.noKeys.contains(key.name.text) else {
            return .visitChildren
        }
        expansion.complain(.key(key.name.text), at: key, fixIts: [use("String", for: key)])
        walk(node.value)
        return .skipChildren
    }

    /// Types with coding that are not keys of a dictionary. Others may conform to `WireKey` in an extension.
    private static let noKeys: Set = ["Bool", "Double", "Float", "JSON"]

    private func check(foundation node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        guard let uses = TypeCheck.foundation[node.name.text] else { return .visitChildren }
        expansion.complain(
            .foundation(node.trimmedDescription, uses.map { "'\($0)'" }.joined(separator: " or ")), at: node,
            fixIts: uses.map { use($0, for: node) })
        return .skipChildren
    }

    /// The replacements of Foundation's types.
    private static let foundation = [
        "Data": ["String", "[UInt8]"], "Date": ["Timestamp"], "Decimal": ["Decimal"], "URL": ["String"],
        "UUID": ["UUID"],
    ]

    private func use(_ type: String, for node: some TypeSyntaxProtocol) -> FixIt {
        .replace(node, by: TypeSyntax(stringLiteral: type), "use '\(type)'")
    }

    override func visit(_ node: SomeOrAnyTypeSyntax) -> SyntaxVisitorContinueKind {
        refuse(.existential(node.trimmedDescription), node)
    }

    override func visit(_ node: FunctionTypeSyntax) -> SyntaxVisitorContinueKind { refuse(.function, node) }

    override func visit(_ node: MetatypeTypeSyntax) -> SyntaxVisitorContinueKind { refuse(.metatype, node) }

    override func visit(_ node: TupleTypeSyntax) -> SyntaxVisitorContinueKind {
        // One type in parentheses is that type.
        node.elements.count == 1 ? .visitChildren : refuse(node.elements.isEmpty ? .void : .tuple, node)
    }

    private func refuse(_ complaint: Complaint, _ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
        expansion.complain(complaint, at: node)
        return .skipChildren
    }
}
