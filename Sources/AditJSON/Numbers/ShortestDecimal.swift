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
        guard let decimal = ShortestDecimal(few: number, power) ?? ShortestDecimal(many: number, power, powerOfTwo)
        else {
            return nil
        }
        self = decimal
    }

    /// Finds a number of at most 15 digits. Two such never read back as the same double, so that it is the only one.
    @inline(__always)
    private init?(few number: Double, _ power: Int) {
        let scale = 14 &- power
        let digits = UInt64(number * exactPowersOfTen[scale] + 0.5)
        // Both are exact doubles, so the quotient is what the decimal number reads back as.
        guard Double(digits) / exactPowersOfTen[scale] == number else { return nil }
        self.init(shortened: digits, scale)
    }

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

    /// Finds a number of 16 digits, or else of 17, which always suffice.
    @inline(__always)
    private init?(many number: Double, _ power: Int, _ powerOfTwo: Int) {
        let fraction = number.bitPattern &<< 12
        // A power of two is nearer to the double before it than to that after it.
        guard fraction != 0 else { return nil }

        // The number, with 17 digits before the point: `whole`, and 64 bits after the point.
        let scale = 16 &- power
        let ten = PowerOfTen(scale)
        let product = ten.product(with: 1 &<< 63 | fraction &>> 1)
        let shift = UInt64(truncatingIfNeeded: 62 &- PowerOfTen.powerOfTwo(in: scale) &- powerOfTwo)
        let whole = product.high &>> shift
        let part = product.high &<< (64 &- shift) | product.low &>> shift

        // Distances in units of 2⁻⁵⁹, as are 16 digits: that to the multiple of ten below, and half of that to the next
        // double, within which all numbers read back as this one. They lack less than `error`.
        let error: UInt64 = 4
        let ones = whole % 10
        let below = ones &<< 59 | part &>> 5
        let middle: UInt64 = 5 &<< 59
        let distance = below < middle ? below : 2 &* middle &- below
        let reach = ten.high &>> (shift &- 5)
        if distance &+ error < reach, distance &+ error < middle {
            digits = whole / 10 &+ (below < middle ? 0 : 1)
            self.scale = scale &- 1
        } else if distance > reach &+ error {
            let half: UInt64 = 1 &<< 63
            if part > half &- error, part <= half { return nil }
            digits = whole &+ part &>> 63
            self.scale = scale
        } else {
            return nil
        }
    }
}

/// 0.0001 to 10¹⁵.
private let leastNumbers: [Double] = [
    1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]
