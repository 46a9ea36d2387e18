/// Tests on the decimal text of a number, whose fraction the nearest double may have lost.
enum DecimalText {
    /// Returns whether rounding has turned a fraction into a whole number, as with `4503599627370497.5` and `1e-400`.
    ///
    /// - Parameters:
    ///   - text: a number in JSON's syntax.
    ///   - number: the double nearest to it.
    /// - Complexity: O(n) in the length of the text.
    static func isRounded(_ text: UnsafeRawBufferPointer, to number: Double) -> Bool {
        // All doubles from 2⁵² on are whole; a smaller one is if it is the same as an integer.
        (abs(number) >= 0x1p52 || Double(Int64(number)) == number) && !isWhole(text)
    }

    /// Returns whether a number is whole in any notation, such as `1.50e1`.
    static func isWhole(_ text: UnsafeRawBufferPointer) -> Bool {
        var (zeros, fraction) = (0, 0)
        var (isZero, isFraction) = (true, false)
        var position = 0
        while position < text.count, text[position] | 0x20 != UInt8(ascii: "e") {
            switch text[position] {
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if isFraction { fraction += 1 }
                if text[position] == UInt8(ascii: "0") { zeros += 1 } else { (zeros, isZero) = (0, false) }
            default: break
            }
            position += 1
        }
        return isZero || exponent(text[position...]) - fraction + zeros >= 0
    }

    /// - Parameter text: `e-7`, or empty.
    private static func exponent(_ text: Slice<UnsafeRawBufferPointer>) -> Int {
        var magnitude = 0
        for byte in text where byte &- UInt8(ascii: "0") < 10 {
            // No text is longer than that.
            magnitude = min(magnitude * 10 + Int(byte &- UInt8(ascii: "0")), 1 << 50)
        }
        return text.contains(UInt8(ascii: "-")) ? -magnitude : magnitude
    }
}
