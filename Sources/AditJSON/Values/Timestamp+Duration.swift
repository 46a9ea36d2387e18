extension Timestamp: InstantProtocol {
    /// Returns the timestamp after a duration, or before for a negative one. A result before ``min`` is ``min``, one
    /// after ``max`` is ``max``; ``adding(_:)`` tells them apart. A fraction of a nanosecond is rounded down.
    public func advanced(by duration: Duration) -> Timestamp {
        adding(duration) ?? (duration < .zero ? .min : .max)
    }

    /// Returns the duration from this timestamp to `other`; negative if `other` is earlier. Exact for any two.
    public func duration(to other: Timestamp) -> Duration {
        .seconds(other.seconds - seconds) + .nanoseconds(other.nanoseconds - nanoseconds)
    }
}

extension Timestamp {
    /// Returns the timestamp after a duration, or before for a negative one; nil before ``min`` and after ``max``. A
    /// fraction of a nanosecond is rounded down.
    public func adding(_ duration: Duration) -> Timestamp? {
        // Longer than from the first to the last; within it, components do not overflow, as they do for some durations.
        let longest = Duration.seconds(400_000_000_000)
        guard (.zero - longest...longest).contains(duration) else { return nil }
        let (whole, attoseconds) = duration.components
        return moved(bySeconds: Int(whole), nanoseconds: Int(attoseconds).flooredQuotient(by: 1_000_000_000))
    }

    /// Returns the timestamp a number of nanoseconds later, clamped to ``min`` and ``max``.
    package func advanced(byNanoseconds amount: Int) -> Timestamp {
        let (whole, part) = amount.quotientAndRemainder(dividingBy: 1_000_000_000)
        return moved(bySeconds: whole, nanoseconds: part) ?? (amount < 0 ? .min : .max)
    }

    /// - Parameter part: from -1 000 000 000 to 999 999 999.
    @inline(__always)
    private func moved(bySeconds whole: Int, nanoseconds part: Int) -> Timestamp? {
        // From -1 000 000 000 to 1 999 999 998.
        let fraction = nanoseconds + part
        let carry = fraction.flooredQuotient(by: 1_000_000_000)
        return Timestamp(seconds: seconds + whole + carry, nanoseconds: fraction - carry * 1_000_000_000)
    }
}
