/// Reads decimal numbers as the nearest doubles, without `strtod`, which needs ten times the instructions.
///
/// After Eisel and Lemire ("Number Parsing at a Gigabyte per Second", 2021), with the small tables of ``PowerOfTen`` in
/// place of theirs. All of it is done with integers: a quotient of two doubles depends on how the host's thread rounds.
enum NearestDouble {
    /// Returns the double nearest to `digits` times a power of ten; nil in rare cases, which are left to `strtod`.
    static func of(_ digits: UInt64, timesTenTo exponent: Int) -> Double? {
        guard digits > 0 else { return 0 }
        guard exponents.contains(exponent) else { return nil }
        let zeros = digits.leadingZeroBitCount
        let product = PowerOfTen(exponent).product(with: digits &<< UInt64(zeros))

        // A double has 53 bits; those below decide how to round.
        let width = 10 &+ (product.high &>> 63)
        let half = 1 &<< (width &- 1)
        let below = product.high & (half &* 2 &- 1)
        // The product may be a little too small: it must be on the same side of the half as the exact one,
        // and not on the half, where the exact one could be, too.
        if below == half &- 1, product.low > .max - PowerOfTen.error { return nil }
        if below == half, product.low == 0 { return nil }
        let significand = (product.high &>> width) &+ (below < half ? 0 : 1)

        // The exponent of the product's highest bit, which is 63 or 62.
        let powerOfTwo = PowerOfTen.powerOfTwo(in: exponent) &+ 63 &- zeros &+ Int(product.high &>> 63)
        let biased = UInt64(truncatingIfNeeded: powerOfTwo &+ 1023)
        // A significand that was rounded up to 2⁵³ carries over into the exponent.
        return Double(bitPattern: biased &<< 52 &+ (significand &- 1 &<< 52))
    }

    /// The exponents with which every number of 64 bits is a normal double.
    private static var exponents: ClosedRange<Int> { -307...288 }
}

extension Double {
    /// The double nearest to an integer; of two, the even one.
    @inline(__always)
    init(nearestTo integer: Int64) {
        self = integer.magnitude <= 1 << 53 ? Double(integer) : Double(nearestToLarge: integer)
    }

    @inline(never)
    private init(nearestToLarge integer: Int64) {
        let width = UInt64(11 - integer.magnitude.leadingZeroBitCount)
        // Both factors and the product are exact.
        let magnitude = Double(nearest(integer.magnitude, without: width)) * Double(1 as UInt64 &<< width)
        self = integer < 0 ? -magnitude : magnitude
    }
}

extension Float {
    /// The float nearest to a double; of two, the even one.
    init(nearestTo number: Double) {
        let sign = UInt32(truncatingIfNeeded: number.bitPattern >> 32) & 1 << 31
        let exponent = Int(number.bitPattern >> 52 & 0x7FF) - 1023
        guard exponent <= 127 else {
            self = Float(bitPattern: sign | Float.infinity.bitPattern)
            return
        }
        let significand = number.bitPattern & (1 << 52 - 1) | 1 << 52
        // A normal float has 24 bits of the 53; one below 2⁻¹²⁶ has fewer.
        let width = UInt64(29 + Swift.max(0, -126 - exponent))
        let kept = width < 64 ? UInt32(truncatingIfNeeded: nearest(significand, without: width)) : 0
        // The highest bit of a normal one, and a carry, add to the exponent.
        let biased = UInt32(truncatingIfNeeded: Swift.max(exponent + 126, 0)) << 23
        self = Float(bitPattern: sign | biased &+ kept)
    }
}

/// Returns a number without its lowest bits, rounded to the nearest; of two, to the even one.
private func nearest(_ number: UInt64, without width: UInt64) -> UInt64 {
    let half = 1 as UInt64 &<< (width - 1)
    let (kept, rest) = (number &>> width, number & (half &* 2 &- 1))
    return rest > half || rest == half && kept & 1 == 1 ? kept + 1 : kept
}
