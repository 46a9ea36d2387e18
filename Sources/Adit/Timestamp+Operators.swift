import AditJSON

// Operators are found in modules that are imported whole, as Adit is. Of AditJSON it hands on single types.
extension Timestamp {
    /// As ``advanced(by:)``: bounded by ``min`` and ``max``.
    public static func + (timestamp: Timestamp, duration: Duration) -> Timestamp { timestamp.advanced(by: duration) }

    /// As ``advanced(by:)``, the other way: bounded by ``min`` and ``max``.
    public static func - (timestamp: Timestamp, duration: Duration) -> Timestamp {
        // Not every Duration has a negative: that of the shortest would overflow.
        timestamp.advanced(by: duration < .seconds(Int.min) ? .seconds(Int.max) : .zero - duration)
    }

    /// How long after `right` the `left` one is; negative where it is earlier. Exact for any two.
    public static func - (left: Timestamp, right: Timestamp) -> Duration { right.duration(to: left) }

    /// Moves the timestamp by a duration, as ``advanced(by:)``: bounded by ``min`` and ``max``.
    public static func += (timestamp: inout Timestamp, duration: Duration) { timestamp = timestamp + duration }

    /// Moves the timestamp back by a duration; bounded by ``min`` and ``max``.
    public static func -= (timestamp: inout Timestamp, duration: Duration) { timestamp = timestamp - duration }
}
