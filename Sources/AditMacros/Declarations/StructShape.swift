import SwiftSyntax

/// The declarations of a struct.
struct StructShape {
    let doc: String
    /// The coded stored properties, in declaration order.
    let properties: [WireValue]
    /// Whether each of its properties can be restored to an earlier value without side effects.
    let canReturn: Bool

    init(_ declaration: StructDeclSyntax, in expansion: Expansion) {
        doc = Doc(before: declaration).text
        let members = declaration.memberBlock.members.map(\.decl)
        let variables = members.compactMap { $0.as(VariableDeclSyntax.self) }.filter(\.isStored)
        let keys = CodingKeyNames(in: declaration)
        keys?.check(against: variables.flatMap(\.names), what: "stored property", expansion)
        properties = variables.flatMap { $0.values(keys: keys, in: expansion) }
        canReturn =
            properties.count == variables.flatMap(\.names).count && variables.allSatisfy(\.isVariableWithoutObservers)
        for condition in members.compactMap({ $0.as(IfConfigDeclSyntax.self) })
        where condition.members.contains(where: { $0.decl.as(VariableDeclSyntax.self)?.isStored ?? false }) {
            expansion.complain(.conditionalProperties, at: condition)
        }
        var taken: [String: String] = [:]
        for property in properties {
            guard let name = property.name, let other = taken.updateValue(name, forKey: property.key) else { continue }
            expansion.complain(.doubledKey(property.key, of: other), at: declaration.name)
        }
    }
}

extension VariableDeclSyntax {
    fileprivate var names: [String] {
        bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
    }

    fileprivate var isVariableWithoutObservers: Bool {
        bindingSpecifier.tokenKind == .keyword(.var) && bindings.allSatisfy { $0.accessorBlock == nil }
    }
}
