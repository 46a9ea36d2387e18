/// A day of the Gregorian calendar, without a time zone: `2026-11-21` on the wire.
public struct CalendarDay: Hashable, Sendable, Comparable {
    /// Days since 1970-01-01.
    let number: Int

    /// Creates the day in UTC that contains a timestamp.
    public init(of timestamp: Timestamp) { number = timestamp.seconds.flooredQuotient(by: 86_400) }

    /// Creates a day of the years 0 to 9999; nil if there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1, day <= daysInMonth(month, of: year) else {
            return nil
        }
        number = dayNumber(year, month, day)
    }

    /// Year, month (1 to 12) and day (1 to 31).
    public var components: (year: Int, month: Int, day: Int) { civilDate(number) }

    public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}

extension CalendarDay: LosslessStringConvertible {
    /// Parses `YYYY-MM-DD`; nil if `text` has another form, or names no day.
    public init?(_ text: String) {
        var text = text
        guard let day = text.withUTF8({ CalendarDay(utf8: $0) }) else { return nil }
        self = day
    }

    init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        var digits = DigitReader(text)
        self.init(&digits)
        guard digits.isAtEnd else { return nil }
    }

    /// Reads the text form; nil if `digits` has another one here, or it names no day.
    @inline(__always)
    init?(_ digits: inout DigitReader) {
        guard let century = digits.two(), let (year, month, day) = digits.three(separatedBy: "-") else { return nil }
        self.init(year: century &* 100 &+ year, month: month, day: day)
    }

    public var description: String {
        String(unsafeUninitializedCapacity: 10) { bytes in
            var digits = DigitWriter(bytes)
            write(to: &digits)
            return digits.count
        }
    }

    @inline(__always)
    func write(to digits: inout DigitWriter) {
        let (year, month, day) = components
        let (century, yearOfCentury) = UInt32(truncatingIfNeeded: year).quotientAndRemainder(dividingBy: 100)
        digits.write(two: century)
        digits.write(
            yearOfCentury, UInt32(truncatingIfNeeded: month), UInt32(truncatingIfNeeded: day), separatedBy: "-")
    }
}

extension CalendarDay: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("a day such as 2026-11-21")
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

// Years begin in March, and four centuries are an era. Both functions count from one era earlier, so that nothing is
// negative.

/// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (public domain).
private func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let isNextYear = month <= 2
    let years = UInt32(truncatingIfNeeded: year &+ (isNextYear ? 399 : 400))
    let months = UInt32(truncatingIfNeeded: month &+ (isNextYear ? 9 : -3))
    let centuries = years / 100
    let days = years &* 1461 / 4 &- centuries &+ centuries / 4 &+ (153 &* months &+ 2) / 5
    return Int(days) &+ day &- (719_468 &+ 146_097 &+ 1)
}

/// Cassio Neri and Lorenz Schneider, "Euclidean affine functions and their application to calendar algorithms", 2022:
/// the inverse, with multiplications for most of the divisions.
private func civilDate(_ number: Int) -> (year: Int, month: Int, day: Int) {
    let quarterDays = 4 &* UInt32(truncatingIfNeeded: number &+ 719_468 &+ 146_097) &+ 3
    let century = quarterDays / 146_097
    let quartersOfCentury = UInt64(quarterDays % 146_097 | 3)
    let years = 2_939_745 &* quartersOfCentury
    let yearOfCentury = UInt32(truncatingIfNeeded: years >> 32)
    let dayOfYear = UInt32(truncatingIfNeeded: years) / 2_939_745 / 4
    // Months of 2141 / 65536 days each.
    let months = 2141 &* dayOfYear &+ 197_913
    let isNextYear = dayOfYear >= 306
    let year = Int(100 &* century &+ yearOfCentury) &- 400 &+ (isNextYear ? 1 : 0)
    return (year, Int(months >> 16) &- (isNextYear ? 12 : 0), Int((months & 0xFFFF) / 2141) &+ 1)
}

private func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

extension Int {
    /// The quotient rounded down, also for negative numbers.
    func flooredQuotient(by divisor: Int) -> Int { self >= 0 ? self / divisor : (self + 1) / divisor - 1 }
}
