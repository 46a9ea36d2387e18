import SwiftDiagnostics
import SwiftSyntax

/// The raw values of an enum.
enum RawValues {
    case texts([String])
    case numbers([Int64])

    private static let otherTypes: Set = ["UInt", "UInt64", "Double", "Float", "Character", "Int128", "UInt128"]

    /// - Parameter expansion: reports raw values that cannot be coded; nil if they are reported elsewhere.
    /// - Returns: nil if the enum has no raw values that can be coded.
    init?(of declaration: EnumDeclSyntax, in expansion: Expansion? = nil) {
        guard let inherited = declaration.inheritanceClause?.inheritedTypes.first?.type, let type = inherited.lastName
        else { return nil }
        let elements = declaration.caseElements
        if type == "String" {
            self = .texts(elements.map(\.rawText))
        } else if TypeSyntax.numbers.contains(type) {
            var next: Int64 = 0
            self = .numbers(
                elements.map { element in
                    let number = element.rawValue.flatMap { Int64(literal: $0.value) } ?? next
                    next = number &+ 1
                    return number
                })
        } else if RawValues.otherTypes.contains(type) || elements.contains(where: { $0.rawValue != nil }) {
            expansion?.complain(.rawType(type), at: inherited)
            return nil
        } else {
            return nil
        }
    }
}

extension RawValues {
    /// The pattern of the texts of keys, in ECMA 262.
    var keyPattern: String {
        let keys =
            switch self {
            case .texts(let texts): texts.map(RawValues.escaped)
            case .numbers(let numbers): numbers.map(String.init)
            }
        // Nothing follows: a `$` also matches before a last newline in some engines.
        return "^(\(keys.joined(separator: "|")))(?![\\s\\S])"
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            if #"\^$.*+?()[]{}|"#.unicodeScalars.contains(scalar) { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
    }
}

extension EnumCaseElementSyntax {
    fileprivate var rawText: String {
        rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? name.text.withoutBackticks
    }
}

extension Int64 {
    /// Parses the number of a literal: `-0x1_00`.
    fileprivate init?(literal: ExprSyntax) {
        let text = literal.trimmedDescription.filter { $0 != "_" && $0 != " " }
        let digits = text.drop { $0 == "-" }
        let radixes = ["0x": 16, "0o": 8, "0b": 2]
        let radix = radixes[String(digits.prefix(2))]
        let magnitude = radix == nil ? digits : digits.dropFirst(2)
        self.init((text.hasPrefix("-") ? "-" : "") + magnitude, radix: radix ?? 10)
    }
}
