// Numbers are read as by jansson: integers if written as such, otherwise the nearest double.
extension TapeParser {
    /// Reads a number; ``position`` is at its sign or first digit, and there is capacity for it.
    @inline(__always)
    mutating func readNumber(key: TapeText) -> Bool {
        let start = position
        let isNegative = start.pointee == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var digits = Digits()
        if position < end, position.pointee == UInt8(ascii: "0") {
            // No digit may follow a leading zero.
            position += 1
        } else {
            guard readDigits(&digits) else { return false }
        }
        if position < end, position.pointee == UInt8(ascii: ".") || position.pointee | 0x20 == UInt8(ascii: "e") {
            guard let (number, isRounded) = readReal(from: start, isNegative, digits) else { return false }
            let type = isRounded ? TapeNode.rounded : TapeNode.real
            add(type, key, start, Int(bitPattern: UInt(number.bitPattern)))
        } else {
            guard digits.count <= Digits.most else { return false }
            let magnitude = Int(truncatingIfNeeded: digits.value)
            add(TapeNode.integer, key, start, isNegative ? -magnitude : magnitude)
        }
        return true
    }

    /// The digits of a number, without its point.
    private struct Digits {
        /// The number of digits that always fit.
        static var most: Int { 18 }

        var value: UInt64 = 0
        var count = 0
    }

    /// - Returns: whether there is at least one digit.
    @inline(__always)
    private mutating func readDigits(_ digits: inout Digits) -> Bool {
        let start = position
        while position < end, position.pointee &- UInt8(ascii: "0") < 10 {
            digits.value = digits.value &* 10 &+ UInt64(position.pointee &- UInt8(ascii: "0"))
            position += 1
        }
        digits.count += position - start
        return position > start
    }

    /// Reads a fraction and an exponent.
    ///
    /// - Returns: the complete number, and whether rounding has made it whole.
    @inline(never)
    private mutating func readReal(
        from start: UnsafePointer<UInt8>, _ isNegative: Bool, _ whole: Digits
    ) -> (number: Double, isRounded: Bool)? {
        var digits = whole
        if position.pointee == UInt8(ascii: ".") {
            position += 1
            guard readDigits(&digits) else { return nil }
        }
        var exponent = whole.count - digits.count
        if position < end, position.pointee | 0x20 == UInt8(ascii: "e") {
            position += 1
            let isBelow = position < end && position.pointee == UInt8(ascii: "-")
            if position < end, isBelow || position.pointee == UInt8(ascii: "+") { position += 1 }
            var power = Digits()
            guard readDigits(&power), power.count <= 4 else { return nil }
            exponent += Int(power.value) * (isBelow ? -1 : 1)
        }
        // Both are exact doubles, so one operation rounds once (Clinger, "How to read floating point numbers
        // accurately", 1990). A quotient is too far from the next whole number to be rounded to it.
        if digits.count <= Digits.most, digits.value <= 1 << 53, abs(exponent) < powersOfTen.count {
            let magnitude = Double(digits.value)
            let number = exponent < 0 ? magnitude / powersOfTen[-exponent] : magnitude * powersOfTen[exponent]
            return (isNegative ? -number : number, false)
        }
        // Printed doubles are no longer than this; other texts may have any length.
        guard position - start <= 64 else { return nil }
        let text = String(decoding: UnsafeBufferPointer(start: start, count: position - start), as: UTF8.self)
        guard let number = Double(text), number.isFinite, number != 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: start, count: position - start)
        return (number, DecimalText.isRounded(bytes, to: number))
    }
}

/// The powers of ten that a double represents exactly.
private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21,
    1e22,
]
