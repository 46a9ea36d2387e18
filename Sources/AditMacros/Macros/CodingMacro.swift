import SwiftSyntax
import SwiftSyntaxMacros

/// The common implementation of the macros.
///
/// Generated members are placed in the type's body, where names resolve as they do for the user: an extension does not
/// see the names of enclosing types. The extension holds the conformance, and the initializer of a struct, since an
/// initializer in its body would remove the memberwise one.
protocol CodingMacro: MemberMacro, ExtensionMacro, MemberAttributeMacro {
    /// Whether the type is a message, not only a value in messages.
    static var makesMessage: Bool { get }
    /// Returns the nesting level of this type below the type with the user's attribute.
    static func level(of attribute: AttributeSyntax) -> Int
}

extension CodingMacro {
    // The generated code is already formatted.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax, conformingTo _: [TypeSyntax],
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        let expansion = Expansion(in: context)
        if let obstacle = Obstacle(to: declaration, makesMessage: makesMessage, in: context) {
            obstacle.diagnose(at: node, of: declaration, in: expansion)
            return []
        }
        NestedTypes(of: declaration).check(level: level(of: node), in: expansion)
        let members: String
        if let declaration = declaration.as(EnumDeclSyntax.self) {
            members = EnumCoding.members(of: declaration, makesMessage: makesMessage, in: expansion)
        } else if let declaration = declaration.as(StructDeclSyntax.self) {
            members = StructCoding.members(of: declaration, in: expansion)
        } else {
            return []
        }
        return ["\(raw: members)"]
    }

    static func expansion(
        of _: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf name: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard !protocols.isEmpty, Obstacle(to: declaration, makesMessage: makesMessage, in: context) == nil else {
            return []
        }
        let type = TypeContext(of: declaration, in: context)
        // A macro must list its possible conformances without knowing the kind of declaration.
        let rawValues = declaration.as(EnumDeclSyntax.self).flatMap { RawValues(of: $0) }
        let others =
            (declaration.is(EnumDeclSyntax.self) ? ["Changeable", "WireModel"] : [])
            + (rawValues == nil || makesMessage ? ["WireKey"] : [])
        let names = protocols.compactMap(\.lastName).filter { !others.contains($0) }
        guard !names.isEmpty else { return [] }
        let list = names.map { "Adit.\($0)" }.joined(separator: ", ")
        let head = "extension \(name.trimmedDescription): \(list)\(type.whereClause)"
        let member: String? =
            if let declaration = declaration.as(StructDeclSyntax.self) {
                declaration.hasInitializer ? nil : StructCoding.initializer(in: type)
            } else if names.contains("WireKey"), let rawValues {
                "\(type.access)static var wirePattern: Swift.String? { \(rawValues.keyPattern.literal) }"
            } else {
                declaration.as(EnumDeclSyntax.self)?.hasValues ?? false ? ValueTypes.check : nil
            }
        let body = member.map { "\n\($0.indented())\n" } ?? ""
        return [try ExtensionDeclSyntax("\(raw: head) {\(raw: body)}")]
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) -> [AttributeSyntax] {
        let level = level(of: node) + 1
        guard level <= NestedTypes.deepest, NestedTypes(of: declaration).covers(member) else { return [] }
        return ["@Adit._Nested\(raw: level)"]
    }
}

/// `@Message`: coding for an enum whose cases travel through a core.
enum MessageMacro: CodingMacro {
    static let makesMessage = true
    static func level(of attribute: AttributeSyntax) -> Int { 0 }
}

/// `@Model`: coding for a struct, or for an enum that is a value in messages.
enum ModelMacro: CodingMacro {
    static let makesMessage = false
    static func level(of attribute: AttributeSyntax) -> Int { 0 }
}

/// `@_Nested1` to `@_Nested8`: the macros attached to nested types, with one name per level, as the compiler refuses
/// recursive macros.
enum NestedMacro: CodingMacro {
    static let makesMessage = false

    static func level(of attribute: AttributeSyntax) -> Int {
        Int(attribute.attributeName.trimmedDescription.drop { !$0.isNumber }) ?? NestedTypes.deepest
    }
}
