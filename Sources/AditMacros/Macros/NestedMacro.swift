import SwiftSyntax

/// `@_Nested1` to `@_Nested8`: the macros attached to nested types, with one name per level, as the compiler refuses
/// recursive macros.
enum NestedMacro: CodingMacro {
    static let makesMessage = false

    static func level(of attribute: AttributeSyntax) -> Int {
        Int(attribute.attributeName.trimmedDescription.drop { !$0.isNumber }) ?? NestedTypes.deepest
    }
}
