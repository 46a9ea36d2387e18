import SwiftDiagnostics
import SwiftSyntax

/// The types in a type's body, with a selection of those that get coding together with it.
struct NestedTypes {
    private let types: [any DeclGroupSyntax]
    /// The names of the selected types; nil if all are selected.
    private let names: Set<String>?

    /// The levels of nested types that get coding: there is one macro per level.
    static let deepest = 8

    /// Selects all types in an enum. In a struct it selects those that its stored properties mention, directly or
    /// indirectly: others may have no form on the wire.
    init(of declaration: some DeclGroupSyntax) {
        types = declaration.nestedTypes
        names = declaration.is(StructDeclSyntax.self) ? NestedTypes.mentioned(in: declaration) : nil
    }

    /// Conformances of types with handwritten coding, or that are not values.
    static let ownCoding: Set = ["CodingKey", "WireCase", "WireCodable", "WireMessage", "WireModel"]

    func covers(_ member: some SyntaxProtocol) -> Bool {
        guard let type = member.asProtocol((any DeclGroupSyntax).self) else { return false }
        return includes(type) && !type.isPrivate
    }

    /// Diagnoses selected types that cannot get coding.
    func check(level: Int, in expansion: Expansion) {
        for type in types where includes(type) {
            if type.isPrivate {
                expansion.complainOfPrivate(type)
            } else if level == NestedTypes.deepest {
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
        // Mentioned types may mention others.
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
