/// The shortest decimal number that reads back as a double, and of these the nearest: ``digits`` / 10^``scale``.
///
/// The standard library writes the same numbers with twice the instructions. This is for those of a usual size.
struct ShortestDecimal {
    let digits: UInt64
    /// The number of digits after the point, at least 1.
    let scale: Int

    /// - Returns: nil for a number that the standard library must print: one below 0.0001 or from 10¹⁵ on, and in rare
    ///   cases others.
    init?(_ number: Double) {
        guard number >= 1e-4, number < 1e15 else { return nil }
        // The power of ten of the first digit: from the power of two, that or the one before.
        let powerOfTwo = Int(number.bitPattern >> 52) &- 1023
        var power = (powerOfTwo &* 78_913) >> 18
        if number >= leastNumbers[power &+ 5] { power &+= 1 }
        guard let decimal = ShortestDecimal(number, power, powerOfTwo) else { return nil }
        self = decimal
    }

    @inline(__always)
    private init(digits: UInt64, scale: Int) { (self.digits, self.scale) = (digits, scale) }

    /// Drops zeros at the end.
    @inline(__always)
    private init(shortened digits: UInt64, _ scale: Int) {
        var (digits, scale) = scale == 0 ? (digits &* 10, 1) : (digits, scale)
        func drop(_ zeros: Int, _ divisor: UInt64) {
            guard scale > zeros, digits % divisor == 0 else { return }
            digits /= divisor
            scale &-= zeros
        }
        drop(8, 100_000_000)
        drop(4, 10_000)
        drop(2, 100)
        drop(1, 10)
        self.digits = digits
        self.scale = scale
    }

    /// Finds a number of at most 15 digits: two such never read back as the same double, so that it is the only one.
    /// Else finds one of 16 digits, or of 17, which always suffice.
    @inline(__always)
    private init?(_ number: Double, _ power: Int, _ powerOfTwo: Int) {
        // The number, with 17 digits before the point: `whole`, and 64 bits after the point.
        let scale = 16 &- power
        let ten = PowerOfTen(scale)
        let fraction = number.bitPattern &<< 12
        let product = ten.product(with: 1 &<< 63 | fraction &>> 1)
        let shift = UInt64(truncatingIfNeeded: 62 &- PowerOfTen.powerOfTwo(in: scale) &- powerOfTwo)
        let whole = product.high &>> shift
        let part = product.high &<< (64 &- shift) | product.low &>> shift

        // The distance to the nearest number of fewer digits, and half of that to the next double, within which all
        // numbers read back as this one. They lack less than `error`.
        let error: UInt64 = 4
        let of15 = ShortestDecimal.distance(whole % 100, part, to: 100, bits: 8)
        let reach15 = ten.high &>> (shift &- 2)
        // A power of two is nearer to the double before it than to that after it.
        if of15.distance &+ error < (fraction == 0 ? reach15 / 2 : reach15) {
            self.init(shortened: whole / 100 &+ (of15.isAbove ? 1 : 0), scale &- 2)
            return
        }
        guard fraction != 0, of15.distance > reach15 &+ error else { return nil }

        let of16 = ShortestDecimal.distance(whole % 10, part, to: 10, bits: 5)
        let reach16 = ten.high &>> (shift &- 5)
        if of16.distance &+ error < reach16, of16.distance &+ error < 5 &<< 59 {
            self.init(digits: whole / 10 &+ (of16.isAbove ? 1 : 0), scale: scale &- 1)
        } else if of16.distance > reach16 &+ error {
            let half: UInt64 = 1 &<< 63
            if part > half &- error, part <= half { return nil }
            self.init(digits: whole &+ part &>> 63, scale: scale)
        } else {
            return nil
        }
    }

    /// Returns the distance to the nearest multiple of `unit`, with `bits` of 64 before the point, which hold twice the
    /// unit.
    @inline(__always)
    private static func distance(
        _ ones: UInt64, _ part: UInt64, to unit: UInt64, bits: UInt64
    ) -> (distance: UInt64, isAbove: Bool) {
        let below = ones &<< (64 &- bits) | part &>> bits
        let all = unit &<< (64 &- bits)
        return below &* 2 < all ? (below, false) : (all &- below, true)
    }
}

/// 0.0001 to 10¹⁵.
private let leastNumbers: [Double] = [
    1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]
