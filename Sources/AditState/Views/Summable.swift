public import AditJSON

/// A number with exact sums, which do not depend on the order of the summands: whole numbers, ``Decimal``, `Duration`.
///
/// A `Double` is none: its sums are rounded, and a sum that is kept by adding and subtracting drifts away from the one
/// that is worked out anew. Amounts of money are best a ``Decimal``.
public protocol Summable: WireCodable, SendableMetatype {
    /// A sum that summands can be taken out of again.
    associatedtype Sum: ExactSum where Sum.Number == Self
}

/// The exact sum of any number of summands, which may be wider than one of them.
public protocol ExactSum: SendableMetatype {
    /// The summands, and the sum where it fits.
    associatedtype Number

    /// The sum of nothing.
    init()
    /// Adds a summand.
    mutating func add(_ number: Number)
    /// Removes a summand that was added before.
    mutating func remove(_ number: Number)
    /// The sum; nil if it does not fit.
    var number: Number? { get }
}

extension Int: Summable { public typealias Sum = IntegerSum<Int> }
extension Int8: Summable { public typealias Sum = IntegerSum<Int8> }
extension Int16: Summable { public typealias Sum = IntegerSum<Int16> }
extension Int32: Summable { public typealias Sum = IntegerSum<Int32> }
extension Int64: Summable { public typealias Sum = IntegerSum<Int64> }
extension UInt8: Summable { public typealias Sum = IntegerSum<UInt8> }
extension UInt16: Summable { public typealias Sum = IntegerSum<UInt16> }
extension UInt32: Summable { public typealias Sum = IntegerSum<UInt32> }

/// The sum of whole numbers.
public struct IntegerSum<Number: FixedWidthInteger>: ExactSum {
    // No table has as many elements as it takes to overflow.
    private var total: Int128 = 0

    public init() {}
    public mutating func add(_ number: Number) { total &+= Int128(number) }
    public mutating func remove(_ number: Number) { total &-= Int128(number) }
    public var number: Number? { Number(exactly: total) }
}

extension Duration: Summable {
    /// The sum of durations.
    public struct Sum: ExactSum {
        private var parts = SumOfParts()

        public init() {}
        public mutating func add(_ number: Duration) { parts.add(number.attoseconds) }
        public mutating func remove(_ number: Duration) { parts.remove(number.attoseconds) }
        public var number: Duration? { parts.total.map { Duration(attoseconds: $0) } }
    }
}

extension Decimal: Summable {
    /// The sum of decimals, with the largest scale among them.
    public struct Sum: ExactSum {
        private var parts = SumOfParts()
        /// The number of summands of each scale.
        private var scales: InlineArray<19, Int> = .init(repeating: 0)

        public init() {}

        public mutating func add(_ number: Decimal) {
            parts.add(number.coefficient(scale: Decimal.largestScale))
            scales[number.scale] += 1
        }

        public mutating func remove(_ number: Decimal) {
            parts.remove(number.coefficient(scale: Decimal.largestScale))
            scales[number.scale] -= 1
        }

        public var number: Decimal? {
            guard let total = parts.total, let exact = try? Decimal(coefficient: total, scale: Decimal.largestScale)
            else { return nil }
            let scale = scales.indices.last { scales[$0] > 0 } ?? 0
            // Exact: no summand has more digits.
            return try? exact.rounded(scale: scale)
        }
    }
}

/// The sum of numbers with 18 digits behind the point, whole parts and fractions apart: any of them may be as large as
/// an `Int128` allows.
private struct SumOfParts {
    private var wholes: Int128 = 0
    private var fractions: Int128 = 0
    private static var unit: Int128 { 1_000_000_000_000_000_000 }

    mutating func add(_ number: Int128) {
        let (whole, fraction) = number.quotientAndRemainder(dividingBy: SumOfParts.unit)
        wholes &+= whole
        fractions &+= fraction
    }

    mutating func remove(_ number: Int128) {
        let (whole, fraction) = number.quotientAndRemainder(dividingBy: SumOfParts.unit)
        wholes &-= whole
        fractions &-= fraction
    }

    /// The sum; nil if it does not fit.
    var total: Int128? {
        let (carry, fraction) = fractions.quotientAndRemainder(dividingBy: SumOfParts.unit)
        let (product, overflows) = (wholes &+ carry).multipliedReportingOverflow(by: SumOfParts.unit)
        let (sum, overflowsToo) = product.addingReportingOverflow(fraction)
        return overflows || overflowsToo ? nil : sum
    }
}
