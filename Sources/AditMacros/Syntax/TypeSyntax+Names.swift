import SwiftSyntax
import SwiftSyntaxMacros

extension TypeSyntax {
    /// The last component of a name, `Codable` for `Swift.Codable`; nil if the type is not a plain name.
    var lastName: String? {
        self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
    }

    /// Whether the type is written as an optional.
    var isOptional: Bool {
        self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            || lastName == "Optional"
    }

    /// Whether it is written as a collection of the standard library, an optional, or a plain value.
    var isCopied: Bool {
        if isOptional || self.is(ArrayTypeSyntax.self) || self.is(DictionaryTypeSyntax.self) { return true }
        return lastName.map { TypeSyntax.copied.contains($0) || TypeSyntax.numbers.contains($0) } ?? false
    }

    /// The integer types that JSON can represent.
    static let numbers: Set = ["Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32"]

    private static let copied: Set = [
        "Array", "Bool", "CalendarDay", "Decimal", "Dictionary", "Double", "Duration", "Float", "JSON", "String",
        "Timestamp",
        "UUID",
    ]

    /// Returns the type in a form that is valid in the body of another one.
    ///
    /// - Parameter name: the replacement of `Self`.
    func text(whereSelfIs name: String) -> String {
        if let wrapped = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType {
            return "\(wrapped.text(whereSelfIs: name))?"
        }
        return trimmed.tokens(viewMode: .sourceAccurate).map { token in
            guard token.tokenKind == .keyword(.Self) else { return token.description }
            return "\(token.leadingTrivia)\(name)\(token.trailingTrivia)"
        }.joined()
    }
}

extension SyntaxProtocol {
    /// The identifiers in a piece of code.
    var identifiers: Set<String> {
        tokens(viewMode: .sourceAccurate).reduce(into: []) { names, token in
            if case .identifier(let name) = token.tokenKind { names.insert(name) }
        }
    }
}

extension MacroExpansionContext {
    /// Whether the expanded declaration is in the body of a type.
    var isInsideType: Bool { lexicalContext.first?.isProtocol((any DeclGroupSyntax).self) ?? false }
}
