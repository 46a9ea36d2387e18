// A duration is a text, as a timestamp is: a number of nanoseconds would lose digits in hosts whose numbers are
// doubles, and a `Duration` has 18 digits after the point.
extension Duration: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        self = try reader.parseText("a duration such as PT90S, PT1H30M or PT0.25S") { Duration(iso8601: $0) }
    }

    /// Writes the duration in seconds: `PT90S`, `-PT0.25S`.
    public func write(to writer: JSONWriter) { writer.write(iso8601) }

    public static func schema(in _: SchemaDefinitions) -> Schema { .text(pattern: Schema.durationPattern) }
}

extension Duration {
    /// The duration in seconds, in the form of ISO 8601: `PT90S`, `-PT0.25S`.
    package var iso8601: String {
        // The components would overflow for some durations.
        let (seconds, part) = attoseconds.magnitude.quotientAndRemainder(dividingBy: attosecondsOfSecond.magnitude)
        var fraction = ""
        if part > 0 {
            let digits = String(part)
            fraction = "." + String(repeating: "0", count: 18 - digits.count) + digits
            while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
        }
        return "\(attoseconds < 0 ? "-" : "")PT\(seconds)\(fraction)S"
    }

    /// Reads days, hours, minutes and seconds: `PT1H30M`, `-P2DT0.5S`. A day has 24 hours.
    ///
    /// - Returns: nil if the text has another form, or the duration does not fit.
    package init?(iso8601 text: UnsafeBufferPointer<UInt8>) {
        var rest = text[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
        var units = Duration.dayUnits
        var (sum, isEmpty, hasTime): (Int128, Bool, Bool) = (0, true, false)
        while let first = rest.first {
            if first == UInt8(ascii: "T"), !hasTime {
                // A part follows.
                (units, rest, isEmpty, hasTime) = (Duration.timeUnits, rest.dropFirst(), true, true)
                continue
            }
            guard let part = Duration.part(&rest, &units), let next = sum.adding(part) else { return nil }
            (sum, isEmpty) = (next, false)
        }
        if isEmpty { return nil }
        self.init(attoseconds: isNegative ? -sum : sum)
    }

    /// Reads a number and its unit, which is one of those that may still follow.
    private static func part(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>, _ units: inout ArraySlice<Unit>)
        -> Int128?
    {
        guard let whole = digits(&rest) else { return nil }
        var fraction: Int128 = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            let start = rest.startIndex
            guard let digits = digits(&rest), rest.startIndex - start <= 18 else { return nil }
            fraction = digits
            for _ in (rest.startIndex - start)..<18 { fraction *= 10 }
            // Only seconds have a fraction.
            guard rest.first == UInt8(ascii: "S") else { return nil }
        }
        guard let letter = rest.popFirst(), let index = units.firstIndex(where: { $0.letter == letter }) else {
            return nil
        }
        defer { units = units[(index + 1)...] }
        let (product, overflows) = whole.multipliedReportingOverflow(by: units[index].seconds * attosecondsOfSecond)
        return overflows ? nil : product.adding(fraction)
    }

    private static func digits(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int128? {
        var (number, count): (Int128, Int) = (0, 0)
        while let byte = rest.first, byte &- UInt8(ascii: "0") < 10 {
            let (tenfold, overflows) = number.multipliedReportingOverflow(by: 10)
            guard !overflows, let next = tenfold.adding(Int128(byte &- UInt8(ascii: "0"))) else { return nil }
            (number, count) = (next, count + 1)
            rest = rest.dropFirst()
        }
        return count > 0 ? number : nil
    }

    private typealias Unit = (letter: UInt8, seconds: Int128)

    private static var dayUnits: ArraySlice<Unit> { [(UInt8(ascii: "D"), 86_400)] }
    private static var timeUnits: ArraySlice<Unit> {
        [(UInt8(ascii: "H"), 3600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1)]
    }
}

private let attosecondsOfSecond: Int128 = 1_000_000_000_000_000_000

extension Int128 {
    /// Returns the sum; nil if it does not fit.
    fileprivate func adding(_ other: Int128) -> Int128? {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? nil : sum
    }
}
