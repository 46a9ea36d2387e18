import AditJSON

// Swift finds operators only in modules that are imported as a whole, as Adit is. Adit re-exports only single types of
// AditJSON.
extension Timestamp {
    /// Same as ``advanced(by:)``: bounded by ``min`` and ``max``.
    public static func + (timestamp: Timestamp, duration: Duration) -> Timestamp { timestamp.advanced(by: duration) }

    /// Same as ``advanced(by:)`` with the negative duration: bounded by ``min`` and ``max``.
    public static func - (timestamp: Timestamp, duration: Duration) -> Timestamp {
        // Not every Duration has a negative: that of the smallest would overflow.
        timestamp.advanced(by: duration < .seconds(Int.min) ? .seconds(Int.max) : .zero - duration)
    }

    /// The duration from `right` to `left`; negative if `left` is earlier. Exact for any two.
    public static func - (left: Timestamp, right: Timestamp) -> Duration { right.duration(to: left) }

    /// Moves the timestamp by a duration, as ``advanced(by:)``: bounded by ``min`` and ``max``.
    public static func += (timestamp: inout Timestamp, duration: Duration) { timestamp = timestamp + duration }

    /// Moves the timestamp back by a duration; bounded by ``min`` and ``max``.
    public static func -= (timestamp: inout Timestamp, duration: Duration) { timestamp = timestamp - duration }
}
