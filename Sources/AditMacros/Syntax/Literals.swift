import SwiftSyntax

extension String {
    /// The text as a Swift literal.
    var literal: String {
        var literal = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case _ where scalar.value < 0x20: literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return "\"\(literal)\""
    }

    /// The text as a JSON string, with the escapes of the string writer.
    var json: String {
        var json = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": json += "\\\(scalar)"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case _ where scalar.value < 0x20:
                json += "\\u00\(scalar.value < 0x10 ? "0" : "")\(String(scalar.value, radix: 16))"
            default: json.unicodeScalars.append(scalar)
            }
        }
        return "\"\(json)\""
    }

    /// An identifier without the backticks of a keyword.
    var withoutBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 1 ? String(dropFirst().dropLast()) : self
    }

    /// Appends a number to an identifier; the result is an identifier and not a keyword.
    func appending(_ number: Int) -> String {
        let name = "\(withoutBackticks)_\(number)"
        return hasPrefix("`") ? "`\(name)`" : name
    }

    /// Indents the lines.
    func indented(_ levels: Int = 1) -> String {
        let margin = String(repeating: "    ", count: levels)
        return split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : margin + $0 }
            .joined(separator: "\n")
    }
}

extension ExprSyntax {
    /// The expression; nil for a `nil` literal, the default of an optional.
    var unlessNil: ExprSyntax? { self.is(NilLiteralExprSyntax.self) ? nil : trimmed }
}
