// Numbers are read as by jansson: integers if written as such, otherwise the nearest double.
extension TapeParser {
    /// Reads a number from its sign or first digit on; there is capacity for it.
    @inline(__always)
    mutating func readNumber(at start: Position, key: TapeText) -> Position? {
        let isNegative = start.pointee == UInt8(ascii: "-")
        var position = isNegative ? start + 1 : start
        var digits = Digits()
        if position < end, position.pointee == UInt8(ascii: "0") {
            // No digit may follow a leading zero.
            position += 1
        } else {
            guard digits.read(at: &position, to: end) else { return nil }
        }
        if position < end, position.pointee == UInt8(ascii: ".") || position.pointee | 0x20 == UInt8(ascii: "e") {
            guard let real = Real(from: start, digits, at: position, to: end) else { return nil }
            let number = isNegative ? -real.magnitude : real.magnitude
            add(real.isRounded ? TapeNode.rounded : TapeNode.real, key, start, Int(bitPattern: UInt(number.bitPattern)))
            return real.stop
        }
        guard digits.count <= Digits.most else { return nil }
        let magnitude = Int(truncatingIfNeeded: digits.value)
        add(TapeNode.integer, key, start, isNegative ? -magnitude : magnitude)
        return position
    }
}

/// The digits of a number, without its point.
private struct Digits {
    /// The number of digits of an integer that always fits.
    static var most: Int { 18 }
    /// The number of digits that ``value`` always holds.
    static var mostOfReal: Int { 19 }

    var value: UInt64 = 0
    var count = 0

    /// Reads further digits.
    ///
    /// - Returns: whether there is at least one digit.
    @inline(__always)
    mutating func read(at position: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bool {
        let start = position
        while position < end, isDigit(position.pointee) {
            value = value &* 10 &+ UInt64(position.pointee &- UInt8(ascii: "0"))
            position += 1
        }
        count &+= position - start
        return position > start
    }

    /// Reads further digits, of which there are often many: the first ones eight at a time.
    ///
    /// - Returns: whether there is at least one digit.
    @inline(__always)
    mutating func readMany(at position: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bool {
        let start = position
        while end - position >= 8, let eight = EightDigits.number(TextScan.word(position)) {
            value = value &* 100_000_000 &+ eight
            position += 8
        }
        count &+= position - start
        return read(at: &position, to: end) || position > start
    }
}

@inline(__always)
private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

/// A number with a fraction or an exponent, without its sign.
private struct Real {
    let magnitude: Double
    /// Whether rounding has made it whole.
    let isRounded: Bool
    /// The position after it.
    let stop: UnsafePointer<UInt8>

    /// Reads a number.
    ///
    /// - Parameters:
    ///   - start: the position of its sign, or of its first digit.
    ///   - whole: the digits before `place`, where its point is or the letter of its exponent.
    /// - Returns: nil if the text has no number here, or one that is left to jansson.
    @inline(never)
    init?(
        from start: UnsafePointer<UInt8>, _ whole: Digits, at place: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) {
        var (digits, position) = (whole, place)
        if position.pointee == UInt8(ascii: ".") {
            position += 1
            guard digits.readMany(at: &position, to: end) else { return nil }
        }
        var exponent = whole.count &- digits.count
        if position < end, position.pointee | 0x20 == UInt8(ascii: "e") {
            position += 1
            let isBelow = position < end && position.pointee == UInt8(ascii: "-")
            if position < end, isBelow || position.pointee == UInt8(ascii: "+") { position += 1 }
            var power = Digits()
            guard power.read(at: &position, to: end), power.count <= 4 else { return nil }
            exponent += Int(power.value) * (isBelow ? -1 : 1)
        }
        stop = position
        // A quotient of such numbers is too far from the next whole one to be rounded to it.
        let isShort = digits.count <= Digits.mostOfReal && digits.value <= 1 << 53 && abs(exponent) <= 22
        let text = UnsafeRawBufferPointer(start: start, count: position - start)
        guard let nearest = Real.nearest(to: digits, exponent) ?? Real.unusual(text) else { return nil }
        magnitude = nearest
        isRounded = !isShort && DecimalText.isRounded(text, to: nearest)
    }

    @inline(__always)
    private static func nearest(to digits: Digits, _ exponent: Int) -> Double? {
        digits.count <= Digits.mostOfReal ? NearestDouble.of(digits.value, timesTenTo: exponent) : nil
    }

    /// Reads a number by the C library: one with many digits, near halfway between two doubles, or near the ends of
    /// their range.
    @inline(never)
    private static func unusual(_ text: UnsafeRawBufferPointer) -> Double? {
        // Printed doubles are no longer than this; other texts may have any length.
        guard text.count <= 64 else { return nil }
        let number = FloatingPointEnvironment.withDefault { Double(String(decoding: text, as: UTF8.self)) }
        guard let number, number.isFinite, !number.isZero else { return nil }
        return number.magnitude
    }
}
