/// Reads decimal numbers as the nearest doubles, without `strtod`, which needs ten times the instructions.
///
/// After Eisel and Lemire ("Number Parsing at a Gigabyte per Second", 2021), with the small tables of ``PowerOfTen`` in
/// place of theirs.
enum NearestDouble {
    /// Returns the double nearest to `digits` times a power of ten; nil in rare cases, which are left to `strtod`.
    static func of(_ digits: UInt64, timesTenTo exponent: Int) -> Double? {
        guard digits > 0, exponents.contains(exponent) else { return nil }
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
