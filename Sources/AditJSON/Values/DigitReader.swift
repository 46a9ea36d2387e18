/// A reader of the fixed-width numbers in a date's text.
struct DigitReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// - Parameter bytes: must stay valid and unchanged while they are read.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// Reads a number of exactly `width` digits; nil if there is none.
    mutating func number(_ width: Int) -> Int? {
        guard position + width <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[position..<position + width] {
            guard isDigit(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        position += width
        return number
    }

    /// Reads all digits that follow.
    mutating func digits() -> Slice<UnsafeBufferPointer<UInt8>> {
        let digits = bytes[position...].prefix(while: isDigit)
        position += digits.count
        return digits
    }

    /// Skips the next character if it matches in either case.
    ///
    /// - Parameter character: a sign, or a letter in lower case.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        let expected = UInt8(ascii: character)
        guard position < bytes.count else { return false }
        let next = bytes[position]
        let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next)
        guard next == expected || isUpperCase && next | 0x20 == expected else { return false }
        position += 1
        return true
    }

    private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
