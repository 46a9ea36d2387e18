import TestSupport

/// Texts of JSON values, written as nobody would write them on purpose.
struct RandomJSON {
    var random: SeededGenerator

    mutating func text(depth: Int = 4) -> String {
        switch Int.random(in: 0..<(depth == 0 ? 6 : 9), using: &random) {
        case 0: ["true", "false", "null"][Int.random(in: 0..<3, using: &random)]
        case 1, 2: number()
        case 3, 4, 5: string(.random(using: &random))
        case 6: "[\(space())" + list { $0.text(depth: depth - 1) } + "\(space())]"
        default:
            "{\(space())"
                + list { "\($0.string($0.key()))\($0.space()):\($0.space())\($0.text(depth: depth - 1))" }
                + "\(space())}"
        }
    }

    private mutating func list(_ make: (inout Self) -> String) -> String {
        (0..<Int.random(in: 0...5, using: &random)).map { _ in make(&self) }.joined(separator: "\(space()),\(space())")
    }

    /// Mostly one of many; now and then the same as another one.
    private mutating func key() -> String {
        let few = ["", "a", "b", "ab", "ba", "é", "@id"]
        return Int.random(in: 0..<8, using: &random) == 0
            ? few.randomElement(using: &random) ?? "" : "\(UInt16.random(in: 0...UInt16.max, using: &random))"
    }

    private mutating func space() -> String {
        Int.random(in: 0..<4, using: &random) > 0 ? "" : [" ", "\n", "\t\r", "  "].randomElement(using: &random) ?? ""
    }

    mutating func number() -> String {
        func digits(_ most: Int) -> String {
            (0..<Int.random(in: 1...most, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }
                .joined()
        }
        let sign = Bool.random(using: &random) ? "-" : ""
        let whole =
            Int.random(in: 0..<3, using: &random) == 0 ? "0" : "\(Int.random(in: 1...9, using: &random))\(digits(19))"
        let fraction = Bool.random(using: &random) ? ".\(digits(20))" : ""
        let exponents = ["e", "E", "e-", "e+", "E-"]
        let exponent =
            Int.random(in: 0..<3, using: &random) == 0
            ? (exponents.randomElement(using: &random) ?? "") + digits(3) : ""
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return "\(Double.random(using: &random))"
        case 1: return "\(Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random))"
        default: return sign + whole + fraction + exponent
        }
    }

    private mutating func string(_ text: String) -> String {
        var written = ""
        /// One in so many.
        let escaped = [2, 40, 1000].randomElement(using: &random) ?? 40
        for scalar in text.unicodeScalars {
            let byNumber = Int.random(in: 0..<escaped, using: &random) == 0
            switch scalar {
            case "\"": written += "\\\""
            case "\\": written += "\\\\"
            case "\n": written += "\\n"
            case "\r": written += "\\r"
            case "\t": written += "\\t"
            case "\u{8}": written += "\\b"
            case "\u{C}": written += "\\f"
            case "/" where byNumber: written += "\\/"
            case _ where scalar.value < 0x20 || byNumber:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
                    written += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: written.unicodeScalars.append(scalar)
            }
        }
        return "\"\(written)\""
    }
}
