import SwiftSyntax

/// `@Model`: coding for a struct, or for an enum that is a value in messages.
enum ModelMacro: CodingMacro {
    static let makesMessage = false
    static func level(of attribute: AttributeSyntax) -> Int { 0 }
}
