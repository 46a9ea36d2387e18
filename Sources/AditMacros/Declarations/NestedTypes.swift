import SwiftDiagnostics
import SwiftSyntax

/// The types in a type's body, and which of them get coding together with it.
struct NestedTypes {
    private let types: [any DeclGroupSyntax]
    /// The names to which it is limited; nil where all are covered.
    private let names: Set<String>?

    /// All in an enum. In a struct those that its stored properties mention, or that are mentioned by those: it may have
    /// others that are nothing on the wire.
    init(of declaration: some DeclGroupSyntax) {
        types = declaration.nestedTypes
        names = declaration.is(StructDeclSyntax.self) ? NestedTypes.mentioned(in: declaration) : nil
    }

    /// What says that a type has coding that is written by hand, or is no value at all.
    static let ownCoding: Set = ["CodingKey", "WireCase", "WireCodable", "WireMessage", "WireModel"]

    func covers(_ member: some SyntaxProtocol) -> Bool {
        guard let type = member.asProtocol((any DeclGroupSyntax).self) else { return false }
        return includes(type) && !type.isPrivate
    }

    /// Complains of what should be covered and cannot be.
    func check(level: Int, in expansion: Expansion) {
        for type in types where includes(type) {
            if type.isPrivate {
                expansion.complainOfPrivate(type)
            } else if level == NestedMacro.deepest {
                expansion.complainOfDepth(type)
            }
        }
    }

    private func includes(_ type: some DeclGroupSyntax) -> Bool {
        guard type.is(EnumDeclSyntax.self) || type.is(StructDeclSyntax.self) else { return false }
        if let names, !names.contains(type.typeName.text) { return false }
        return !type.carries(oneOf: ["Message", "Model"]) && !type.inherits(oneOf: NestedTypes.ownCoding)
    }

    private static func mentioned(in declaration: some DeclGroupSyntax) -> Set<String> {
        let properties = declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        var names = properties.reduce(into: Set()) { $0.formUnion($1.mentionedNames) }
        let types = Dictionary(grouping: declaration.nestedTypes) { $0.typeName.text }
        // What is mentioned may mention more.
        var rest = names
        while let name = rest.popFirst() {
            let more = (types[name] ?? []).reduce(into: Set()) { $0.formUnion($1.identifiers) }.subtracting(names)
            names.formUnion(more)
            rest.formUnion(more)
        }
        return names
    }
}

extension VariableDeclSyntax {
    /// The names in the types and the initial values of a stored property.
    fileprivate var mentionedNames: Set<String> {
        guard isStored else { return [] }
        return bindings.reduce(into: []) { names, binding in
            names.formUnion(binding.typeAnnotation?.identifiers ?? [])
            names.formUnion(binding.initializer?.identifiers ?? [])
        }
    }
}
