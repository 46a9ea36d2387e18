/// A number as it is written: integers have neither a fraction nor an exponent.
enum JSONNumber {
    case integer(Int64)
    /// The nearest double. If it is rounded to a whole number, it must not be read as an integer.
    case real(Double, isRounded: Bool)

    /// The integer; nil if the number has a fraction or exceeds 64 bits. `1.0` is the integer 1; a number written in that
    /// form is not an integer from 2⁵³ on, or if a double cannot hold its fraction.
    @inline(__always)
    var integer: Int64? {
        switch self {
        case .integer(let integer): integer
        case .real(let number, let isRounded): isRounded || abs(number) >= 0x1p53 ? nil : Int64(exactly: number)
        }
    }

    @inline(__always)
    var double: Double {
        switch self {
        case .integer(let integer): Double(nearestTo: integer)
        case .real(let number, _): number
        }
    }
}

extension JSONText {
    /// Reads a number from its sign or first digit on.
    @inline(__always)
    mutating func readNumber(at start: Position) -> (number: JSONNumber, stop: Position)? {
        let isNegative = start.pointee == UInt8(ascii: "-")
        var position = isNegative ? start + 1 : start
        var digits = Digits()
        if position < end, position.pointee == UInt8(ascii: "0") {
            // No digit may follow a leading zero.
            position += 1
        } else {
            guard digits.read(at: &position, to: end) else {
                fail(.digit, at: position)
                return nil
            }
        }
        if position < end, position.pointee == UInt8(ascii: ".") || position.pointee | 0x20 == UInt8(ascii: "e") {
            return readReal(from: start, digits, at: position)
        }
        guard digits.count <= Digits.most else { return readLong(from: start, to: position) }
        let magnitude = Int64(truncatingIfNeeded: digits.value)
        return (.integer(isNegative ? -magnitude : magnitude), position)
    }

    /// Reads an integer of many digits.
    @inline(never)
    private mutating func readLong(from start: Position, to stop: Position) -> (number: JSONNumber, stop: Position)? {
        let digits = UnsafeBufferPointer(start: start, count: stop - start)
        guard let integer = Int64(String(decoding: digits, as: UTF8.self)) else {
            fail(.integer, at: start)
            return nil
        }
        return (.integer(integer), stop)
    }

    /// Reads a number with a fraction or an exponent.
    ///
    /// - Parameters:
    ///   - start: the position of its sign, or of its first digit.
    ///   - whole: the digits before `place`, where its point is or the letter of its exponent.
    @inline(never)
    private mutating func readReal(
        from start: Position, _ whole: Digits, at place: Position
    ) -> (number: JSONNumber, stop: Position)? {
        var (digits, position) = (whole, place)
        if position.pointee == UInt8(ascii: ".") {
            position += 1
            guard digits.readMany(at: &position, to: end) else {
                fail(.digit, at: position)
                return nil
            }
        }
        var exponent = whole.count &- digits.count
        var isUsual = digits.count <= Digits.mostOfReal
        if position < end, position.pointee | 0x20 == UInt8(ascii: "e") {
            position += 1
            let isBelow = position < end && position.pointee == UInt8(ascii: "-")
            if position < end, isBelow || position.pointee == UInt8(ascii: "+") { position += 1 }
            var power = Digits()
            guard power.read(at: &position, to: end) else {
                fail(.digit, at: position)
                return nil
            }
            isUsual = isUsual && power.count <= 4
            exponent &+= Int(truncatingIfNeeded: power.value) &* (isBelow ? -1 : 1)
        }
        let text = UnsafeRawBufferPointer(start: start, count: position - start)
        let near = isUsual ? NearestDouble.of(digits.value, timesTenTo: exponent) : nil
        guard let magnitude = near ?? nearest(to: text) else { return nil }
        // A quotient of short numbers is too far from the next whole one to be rounded to it.
        let isShort = isUsual && digits.value <= 1 << 53 && abs(exponent) <= 22
        let isRounded = !isShort && DecimalText.isRounded(text, to: magnitude)
        return (.real(start.pointee == UInt8(ascii: "-") ? -magnitude : magnitude, isRounded: isRounded), position)
    }

    /// Returns the magnitude of a number by the C library: one with many digits, near halfway between two doubles, or near
    /// the ends of their range.
    @inline(never)
    private mutating func nearest(to text: UnsafeRawBufferPointer) -> Double? {
        let number = FloatingPointEnvironment.withDefault { Double(String(decoding: text, as: UTF8.self)) }
        guard let number, number.isFinite else {
            if let start = text.baseAddress { fail(.number, at: start.assumingMemoryBound(to: UInt8.self)) }
            return nil
        }
        return number.magnitude
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
