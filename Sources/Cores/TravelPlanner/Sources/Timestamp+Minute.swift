import Adit

extension Timestamp {
    /// How long it is until the next minute begins.
    var restOfMinute: Duration {
        let second = (seconds % 60 + 60) % 60
        return .seconds(60 - second) - .nanoseconds(nanoseconds)
    }

    /// How long it is until another time; negative where that has passed.
    func duration(to other: Timestamp) -> Duration {
        .seconds(other.seconds - seconds) + .nanoseconds(other.nanoseconds - nanoseconds)
    }
}
