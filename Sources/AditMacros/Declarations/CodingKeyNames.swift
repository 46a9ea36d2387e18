import SwiftSyntax

/// The keys in a `CodingKeys` enum of a type's body, as for `Codable`.
struct CodingKeyNames {
    /// The enum's name.
    let name: String
    private var keys: [String: (key: String, element: EnumCaseElementSyntax)] = [:]

    /// - Returns: nil if the body has no such enum.
    init?(_ name: String = "CodingKeys", in declaration: some DeclGroupSyntax) {
        let found = declaration.nestedTypes.lazy.compactMap { $0.as(EnumDeclSyntax.self) }.first { nested in
            nested.name.text == name && nested.inherits(oneOf: ["CodingKey"])
        }
        guard let found else { return nil }
        self.name = name
        for element in found.caseElements {
            let name = element.name.text.withoutBackticks
            let raw = element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
            keys[name] = (raw ?? name, element)
        }
    }

    /// Finds the enum for the labels of a case: `AddCodingKeys` for `add`.
    init?(ofLabelsOf caseName: String, in declaration: EnumDeclSyntax) {
        self.init(CodingKeyNames.name(ofLabelsOf: caseName), in: declaration)
    }

    /// The name of the enum for the labels of a case.
    static func name(ofLabelsOf caseName: String) -> String {
        let name = caseName.withoutBackticks
        return "\(name.prefix(1).uppercased())\(name.dropFirst())CodingKeys"
    }

    /// The key of a case, label or property; nil if omitted.
    subscript(name: String) -> String? { keys[name.withoutBackticks]?.key }

    /// Diagnoses keys that match no name.
    ///
    /// - Parameter what: the kind of declaration that the keys are for.
    func check(against names: [String], what: String, _ expansion: Expansion) {
        let names = Set(names.map(\.withoutBackticks))
        for (name, entry) in keys.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
            expansion.complain(.strayKey(name, what: what), at: entry.element)
        }
    }
}
