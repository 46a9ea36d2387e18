import Adit

extension Timestamp {
    /// The duration until the next minute begins.
    var restOfMinute: Duration {
        let second = (seconds % 60 + 60) % 60
        return .seconds(60 - second) - .nanoseconds(nanoseconds)
    }

    /// Returns the duration until another time; negative if it has passed.
    func duration(to other: Timestamp) -> Duration {
        .seconds(other.seconds - seconds) + .nanoseconds(other.nanoseconds - nanoseconds)
    }
}
