/// Reads the fixed-width numbers of a date's text.
struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    /// The number of exactly `width` digits; nil where there are none.
    mutating func number(_ width: Int) -> Int? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(width)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// The digits that come next, however many.
    mutating func digits() -> Substring.UTF8View {
        let digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        return digits
    }

    /// Goes past a character, in either case, where it is the next one.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let next = rest.first, Unicode.Scalar(next).properties.lowercaseMapping == String(character) else {
            return false
        }
        rest = rest.dropFirst()
        return true
    }

    private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
