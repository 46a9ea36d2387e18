/// A point in time, to the nanosecond: RFC 3339 on the wire.
///
/// It is read with any offset, and written in UTC with `Z` and the fewest of 0, 3, 6 or 9 digits of fraction.
///
/// ```swift
/// let due = created + .seconds(30 * 86_400)
/// let late = date() - due   // a Duration
/// if date() > due { … }
/// ```
public struct Timestamp: Hashable, Sendable, Comparable {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public let seconds: Int
    /// Nanoseconds on top of ``seconds``, 0 to 999 999 999.
    public let nanoseconds: Int

    /// Creates a timestamp; nil outside the years 0 to 9999, or if `nanoseconds` is not a fraction of a second.
    public init?(seconds: Int, nanoseconds: Int = 0) {
        guard Timestamp.range.contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        self.init(unchecked: seconds, nanoseconds)
    }

    /// Creates a timestamp from valid components.
    init(unchecked seconds: Int, _ nanoseconds: Int) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// 1970-01-01T00:00:00Z.
    public static let epoch = Timestamp(unchecked: 0, 0)

    /// The first timestamp that RFC 3339 can represent: 0000-01-01T00:00:00Z.
    public static let min = Timestamp(unchecked: range.lowerBound, 0)

    /// The last timestamp that RFC 3339 can represent: 9999-12-31T23:59:59.999999999Z.
    public static let max = Timestamp(unchecked: range.upperBound, 999_999_999)

    // The seconds of the years 0 to 9999.
    static let range = -62_167_219_200...253_402_300_799

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension Timestamp: LosslessStringConvertible {
    /// Parses RFC 3339, such as `2026-11-21T09:30:00.5+01:00`; nil if `text` has another form. Digits of a fraction
    /// beyond the ninth are refused, as is a leap second (`:60`).
    public init?(_ text: String) {
        var text = text
        guard let timestamp = text.withUTF8({ Timestamp(utf8: $0) }) else { return nil }
        self = timestamp
    }

    init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        var digits = DigitReader(text)
        guard let day = CalendarDay(&digits), digits.skip("t"),
            let (hour, minute, second) = digits.three(separatedBy: ":"), hour < 24, minute < 60, second < 60
        else { return nil }
        var nanoseconds = 0
        if digits.skip(".") {
            guard let (number, count) = digits.fraction() else { return nil }
            nanoseconds = number
            for _ in count..<9 { nanoseconds *= 10 }
        }
        guard let offset = Timestamp.offset(&digits), digits.isAtEnd else { return nil }
        self.init(
            seconds: day.number * 86_400 + hour * 3600 + minute * 60 + second - offset, nanoseconds: nanoseconds)
    }

    /// Seconds east of UTC.
    @inline(__always)
    private static func offset(_ digits: inout DigitReader) -> Int? {
        if digits.skip("z") { return 0 }
        let sign = digits.skip("+") ? 1 : -1
        guard sign > 0 || digits.skip("-"), let hours = digits.two(), hours < 24, digits.skip(":"),
            let minutes = digits.two(), minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    public var description: String { String(unsafeUninitializedCapacity: 30, initializingUTF8With: write(to:)) }

    /// Writes the text form.
    ///
    /// - Returns: its length in bytes, at most 30.
    func write(to bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var digits = DigitWriter(bytes)
        let day = CalendarDay(of: self)
        let second = UInt32(truncatingIfNeeded: seconds - day.number * 86_400)
        day.write(to: &digits)
        digits.write("T")
        digits.write(second / 3600, second / 60 % 60, second % 60, separatedBy: ":")
        if nanoseconds > 0 {
            digits.write(".")
            digits.write(nine: UInt32(truncatingIfNeeded: nanoseconds))
            digits.drop(nanoseconds % 1000 > 0 ? 0 : nanoseconds % 1_000_000 > 0 ? 3 : 6)
        }
        digits.write("Z")
        return digits.count
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("a date and time such as 2026-11-21T09:30:00Z")
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
