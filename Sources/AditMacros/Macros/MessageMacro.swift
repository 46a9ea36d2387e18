import SwiftSyntax

/// `@Message`: coding for an enum whose cases travel through a core.
enum MessageMacro: CodingMacro {
    static let makesMessage = true
    static func level(of attribute: AttributeSyntax) -> Int { 0 }
}
