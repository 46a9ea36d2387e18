import SwiftSyntax

extension TypeSyntax {
    /// `Codable` of `Swift.Codable`; nil where the type is not a plain name.
    var lastName: String? {
        self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
    }

    /// Whether the type is written as an optional.
    var isOptional: Bool {
        self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            || lastName == "Optional"
    }

    /// The type in a form in which it can stand anywhere.
    var name: String {
        guard let wrapped = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType else {
            return trimmedDescription
        }
        return "\(wrapped.trimmedDescription)?"
    }
}
