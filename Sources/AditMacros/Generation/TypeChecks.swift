import SwiftSyntax

/// The statements by which the compiler checks that a type has coding. A type that may have none is checked by a
/// function whose error says what to write instead.
///
/// The macros see names, not types: an app may have a `Date` with coding. So whether there is an error is left to the
/// compiler, and only its text is chosen here.
enum TypeChecks {
    /// Types of Foundation that others have in place of them.
    private static let foreign: Set = ["Data", "Date", "Decimal", "URL"]

    /// Returns the calls that check a type.
    ///
    /// - Parameter name: the replacement of `Self`.
    static func of(_ type: TypeSyntax, whereSelfIs name: String) -> [String] {
        func call(_ function: String, _ type: TypeSyntax) -> String {
            "Adit.\(function)(\(type.text(whereSelfIs: name)).self)"
        }
        func all(_ types: TypeSyntax...) -> [String] { types.flatMap { of($0, whereSelfIs: name) } }
        func dictionary(_ key: TypeSyntax, _ value: TypeSyntax) -> [String] { [call("_isKey", key)] + all(value) }

        if let dictionaryType = type.as(DictionaryTypeSyntax.self) {
            return dictionary(dictionaryType.key, dictionaryType.value)
        }
        if let array = type.as(ArrayTypeSyntax.self) { return all(array.element) }
        if let optional = type.as(OptionalTypeSyntax.self) { return all(optional.wrappedType) }
        if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return all(optional.wrappedType) }
        if let plain = type.as(IdentifierTypeSyntax.self) {
            if foreign.contains(plain.name.text) { return [call("_hasCodingOf\(plain.name.text)", type)] }
            let arguments = plain.genericArguments
            switch (plain.name.text, arguments.count) {
            case ("Dictionary", 2): return dictionary(arguments[0], arguments[1])
            case ("Array", 1), ("Optional", 1): return all(arguments[0])
            default: break
            }
        }
        return [call("_hasCoding", type)]
    }
}

extension IdentifierTypeSyntax {
    fileprivate var genericArguments: [TypeSyntax] {
        genericArgumentClause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) } ?? []
    }
}
