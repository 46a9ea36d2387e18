/// A day of the Gregorian calendar, without a time zone: `2026-11-21` on the wire.
public struct CalendarDay: Hashable, Sendable, Comparable {
    /// Days since 1970-01-01.
    let number: Int

    init(number: Int) { self.number = number }

    /// The day in UTC in which a timestamp lies.
    public init(of timestamp: Timestamp) { number = timestamp.seconds.flooredQuotient(by: 86_400) }

    /// A day of the years 0 to 9999; nil where there is no such day.
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
    /// Reads `YYYY-MM-DD`; nil where `text` is not that, or names no day.
    public init?(_ text: String) {
        var text = text
        guard let day = text.withUTF8({ CalendarDay(utf8: $0) }) else { return nil }
        self = day
    }

    init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        var digits = DigitReader(text)
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2), digits.skip("-"),
            let day = digits.number(2), digits.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
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
        digits.write(two: Int(century))
        digits.write(two: Int(yearOfCentury))
        digits.write("-")
        digits.write(two: month)
        digits.write("-")
        digits.write(two: day)
    }
}

extension CalendarDay: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let day = CalendarDay(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "found \"\(text)\"; a day such as 2026-11-21 is expected")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

// The two conversions are those of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (public domain): years
// begin in March, eras have 400 years.

private func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredQuotient(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

private func civilDate(_ number: Int) -> (year: Int, month: Int, day: Int) {
    // From one era before, so that nothing is negative; 32 bits divide more quickly.
    let shifted = UInt32(truncatingIfNeeded: number + 719_468 + 146_097)
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = Int(yearOfEra + era * 400) - 400 + (month <= 2 ? 1 : 0)
    return (year, Int(month), Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1))
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
