import SwiftSyntax

extension String {
    /// The text as a Swift literal.
    var literal: String { quoted { "\\u{\(String($0.value, radix: 16))}" } }

    /// The text as a JSON string, with the escapes of the string writer.
    var json: String {
        quoted { scalar in
            switch scalar {
            case "\r": "\\r"
            case "\t": "\\t"
            default: "\\u00\(scalar.value < 0x10 ? "0" : "")\(String(scalar.value, radix: 16))"
            }
        }
    }

    /// - Parameter escape: returns the escape of a control character other than the end of a line.
    private func quoted(_ escape: (Unicode.Scalar) -> String) -> String {
        let text = unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case _ where scalar.value < 0x20: text += escape(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(text)\""
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
