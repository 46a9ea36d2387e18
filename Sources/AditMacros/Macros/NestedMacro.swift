import SwiftSyntax

/// `@_Nested1` to `@_Nested8`: what the macros put on the types inside, a name a level, as the compiler refuses a macro that
/// leads to itself.
enum NestedMacro: CodingMacro {
    static let makesMessage = false
    static let deepest = 8

    static func level(of attribute: AttributeSyntax) -> Int {
        Int(attribute.attributeName.trimmedDescription.drop { !$0.isNumber }) ?? deepest
    }
}
