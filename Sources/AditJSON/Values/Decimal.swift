/// An exact decimal number, such as an amount of money: `"12.50"` on the wire.
///
/// ```swift
/// let price: Decimal = "12.50"
/// let order = try price * 3 + Decimal(499, scale: 2)               // 42.49
/// let tax = try order.multiplied(by: "0.077", scale: 2)            // 3.27
/// try order.rounded(scale: 1)                                      // 42.5
/// ```
///
/// It has up to 20 digits before the point and up to 18 behind it, and keeps the digits behind the point with which it
/// was written: 12.5 and 12.50 are equal, but are written as they were. A sum has as many as the summand with more of
/// them. On the wire it is a text, as many hosts read a JSON number as a double, which has no 0.1.
///
/// Arithmetic throws where the result has too many digits: a host may send any amount. A message whose handling throws
/// leaves the state as it was (<doc:Adit>).
///
/// - Complexity: O(1) for everything.
public struct Decimal: Sendable {
    /// The number without its point: 1250 for 12.50. Its magnitude is below `limits[scale]`.
    let coefficient: Int128
    /// The number of digits behind the point, 0 to 18.
    private let fractionDigits: UInt8

    /// The number of digits behind the point, 0 to 18.
    public var scale: Int { Int(fractionDigits) }

    /// The largest number of digits behind the point.
    public static var largestScale: Int { 18 }
    /// 0, without digits behind the point.
    public static var zero: Decimal { Decimal(unchecked: 0, scale: 0) }

    /// - Parameters:
    ///   - coefficient: below 10^(20 + scale).
    ///   - scale: 0 to 18.
    fileprivate init(unchecked coefficient: Int128, scale: Int) {
        self.coefficient = coefficient
        fractionDigits = UInt8(truncatingIfNeeded: scale)
    }

    /// Creates a number from the one without its point, 12.50 from 1250 and 2.
    ///
    /// - Throws: ``DecimalError`` if it has too many digits, or the scale is not of 0 to 18.
    package init(coefficient: Int128, scale: Int) throws(DecimalError) {
        try Decimal.check(scale: scale)
        guard coefficient.magnitude < limits[scale].magnitude else { throw .tooLarge }
        self.init(unchecked: coefficient, scale: scale)
    }

    /// Creates a number from the one without its point, such as an amount from its cents: 12.50 from 1250 and 2.
    ///
    /// - Parameters:
    ///   - coefficient: the number without its point.
    ///   - scale: the number of digits behind the point; one beyond 0 to 18 counts as the nearest of these.
    public init(_ coefficient: Int, scale: Int = 0) {
        // Any coefficient fits: it has at most 19 digits.
        self.init(unchecked: Int128(coefficient), scale: min(max(scale, 0), Decimal.largestScale))
    }

    private static func check(scale: Int) throws(DecimalError) {
        guard limits.indices.contains(scale) else {
            throw DecimalError("found a scale of \(scale); one of 0 to \(largestScale) is expected")
        }
    }
}

/// Why a calculation with a ``Decimal`` has no result.
public struct DecimalError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was found, and what would have been right.
    public let description: String

    init(_ description: String) { self.description = description }

    static var tooLarge: DecimalError {
        DecimalError("found a decimal with more than 20 digits before the point; up to 20 are expected")
    }
}

extension Decimal: Hashable, Comparable {
    /// Returns whether two numbers are the same, whatever digits they are written with: 12.5 is 12.50.
    public static func == (left: Decimal, right: Decimal) -> Bool {
        let scale = max(left.scale, right.scale)
        return left.coefficient(scale: scale) == right.coefficient(scale: scale)
    }

    public static func < (left: Decimal, right: Decimal) -> Bool {
        let scale = max(left.scale, right.scale)
        return left.coefficient(scale: scale) < right.coefficient(scale: scale)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(coefficient(scale: Decimal.largestScale)) }

    /// Returns the coefficient with at least as many digits behind the point. It fits: limits grow likewise.
    package func coefficient(scale: Int) -> Int128 { coefficient &* powersOfTen[scale &- self.scale] }
}

extension Decimal {
    /// Returns the exact sum, with the larger scale of the two.
    ///
    /// - Throws: ``DecimalError`` if it has too many digits.
    public static func + (left: Decimal, right: Decimal) throws(DecimalError) -> Decimal {
        let scale = max(left.scale, right.scale)
        let (sum, overflows) = left.coefficient(scale: scale).addingReportingOverflow(right.coefficient(scale: scale))
        guard !overflows else { throw .tooLarge }
        return try Decimal(coefficient: sum, scale: scale)
    }

    /// Returns the exact difference, with the larger scale of the two.
    ///
    /// - Throws: ``DecimalError`` if it has too many digits.
    public static func - (left: Decimal, right: Decimal) throws(DecimalError) -> Decimal { try left + -right }

    /// Returns the exact product with a whole number, in the same scale.
    ///
    /// - Throws: ``DecimalError`` if it has too many digits.
    public static func * (left: Decimal, right: Int) throws(DecimalError) -> Decimal {
        let (product, overflows) = left.coefficient.multipliedReportingOverflow(by: Int128(right))
        guard !overflows else { throw .tooLarge }
        return try Decimal(coefficient: product, scale: left.scale)
    }

    /// Returns the exact product with a whole number, in the same scale.
    ///
    /// - Throws: ``DecimalError`` if it has too many digits.
    public static func * (left: Int, right: Decimal) throws(DecimalError) -> Decimal { try right * left }

    /// Adds a number, as ``+(_:_:)`` does.
    public static func += (left: inout Decimal, right: Decimal) throws(DecimalError) { left = try left + right }
    /// Subtracts a number, as ``-(_:_:)`` does.
    public static func -= (left: inout Decimal, right: Decimal) throws(DecimalError) { left = try left - right }
    /// Multiplies by a whole number, as ``*(_:_:)`` does.
    public static func *= (left: inout Decimal, right: Int) throws(DecimalError) { left = try left * right }

    /// Returns the number with the other sign.
    public static prefix func - (number: Decimal) -> Decimal {
        Decimal(unchecked: -number.coefficient, scale: number.scale)
    }

    /// The number without its sign.
    public var magnitude: Decimal { coefficient < 0 ? -self : self }

    /// Returns the number with this many digits behind the point: rounded, or with zeros.
    ///
    /// - Parameters:
    ///   - scale: 0 to 18.
    ///   - rule: by default, to the nearest number, and of two to the one whose last digit is even: 0.125 to 0.12.
    /// - Throws: ``DecimalError`` if it has too many digits, or the scale is another one.
    public func rounded(
        scale: Int, _ rule: FloatingPointRoundingRule = .toNearestOrEven
    ) throws(DecimalError) -> Decimal {
        try multiplied(by: Decimal(1), scale: scale, rule)
    }

    /// Returns the product with another number, rounded once: a share, a tax, an exchange.
    ///
    /// - Parameters:
    ///   - factor: the other number.
    ///   - scale: the digits behind the point of the product, 0 to 18.
    ///   - rule: by default, to the nearest number, and of two to the one whose last digit is even.
    /// - Throws: ``DecimalError`` if it has too many digits, or the scale is another one.
    public func multiplied(
        by factor: Decimal, scale: Int, _ rule: FloatingPointRoundingRule = .toNearestOrEven
    ) throws(DecimalError) -> Decimal {
        try Decimal.check(scale: scale)
        let isNegative = (coefficient < 0) != (factor.coefficient < 0)
        let product = coefficient.magnitude.multipliedFullWidth(by: factor.coefficient.magnitude)
        let surplus = self.scale + factor.scale - scale
        var digits: UInt128
        if surplus > 0 {
            let divisor = powersOfTen[surplus].magnitude
            // Otherwise the quotient has more than 128 bits.
            guard product.high < divisor else { throw .tooLarge }
            let (quotient, remainder) = divisor.dividingFullWidth(product)
            digits = quotient
            let half = remainder.isNearer(toNextOf: divisor)
            if rule.roundsUp(isNegative: isNegative, isOdd: quotient & 1 == 1, remainder > 0, half) { digits &+= 1 }
        } else {
            let (padded, overflows) = product.low.multipliedReportingOverflow(by: powersOfTen[-surplus].magnitude)
            guard product.high == 0, !overflows else { throw .tooLarge }
            digits = padded
        }
        guard digits < limits[scale].magnitude else { throw .tooLarge }
        return Decimal(unchecked: isNegative ? -Int128(digits) : Int128(digits), scale: scale)
    }
}

extension UInt128 {
    /// Compares a remainder with the half of its divisor: negative below it, 0 at it, positive above it.
    fileprivate func isNearer(toNextOf divisor: UInt128) -> Int {
        let rest = divisor - self
        return self == rest ? 0 : self < rest ? -1 : 1
    }
}

extension FloatingPointRoundingRule {
    /// Returns whether a magnitude is rounded to the next larger one.
    ///
    /// - Parameters:
    ///   - isInexact: whether there is a remainder.
    ///   - half: the remainder in comparison with a half.
    fileprivate func roundsUp(isNegative: Bool, isOdd: Bool, _ isInexact: Bool, _ half: Int) -> Bool {
        switch self {
        case .toNearestOrEven: half > 0 || half == 0 && isOdd
        case .toNearestOrAwayFromZero: half >= 0
        case .up: isInexact && !isNegative
        case .down: isInexact && isNegative
        case .towardZero: false
        case .awayFromZero: isInexact
        @unknown default: half > 0 || half == 0 && isOdd
        }
    }
}

/// The powers of ten up to 10^38.
private let powersOfTen: [Int128] = (0..<38).reduce(into: [1]) { powers, _ in
    powers.append(powers[powers.count - 1] * 10)
}
/// The first number with too many digits, without its point, for each scale.
private let limits: [Int128] = Array(powersOfTen[20...])
