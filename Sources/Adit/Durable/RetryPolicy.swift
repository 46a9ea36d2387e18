/// The attempts of a durable request: how often, and how long after a failed one the next begins.
///
/// An attempt fails if the host answers with an error, if the reply has the wrong shape, or if the gateway's timeout
/// passes. Asking again after a restart of the core, with the same id, is no new attempt.
public struct RetryPolicy: Equatable, Sendable {
    /// The maximum number of attempts; nil for no limit.
    public var maximumAttempts: Int?
    /// The interval after the first failed attempt.
    public var initialInterval: Duration
    /// The factor by which the interval grows with each further attempt; at least 1.
    public var backoffCoefficient: Double
    /// The maximum interval.
    public var maximumInterval: Duration
    /// The time after which the request is given up, counted from when it was made; nil for no limit.
    public var deadline: Duration?

    /// One attempt, without a deadline: the answer of the host is final, also an error.
    public static let none = RetryPolicy(maximumAttempts: 1)

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maximumAttempts: the maximum number of attempts; nil for no limit.
    ///   - initialInterval: the interval after the first failed attempt.
    ///   - backoffCoefficient: the factor by which the interval grows with each further attempt.
    ///   - maximumInterval: the maximum interval.
    ///   - deadline: the time after which the request is given up; nil for no limit.
    public init(
        maximumAttempts: Int? = nil, initialInterval: Duration = .seconds(1), backoffCoefficient: Double = 2,
        maximumInterval: Duration = .seconds(300), deadline: Duration? = nil
    ) {
        self.maximumAttempts = maximumAttempts
        self.initialInterval = initialInterval
        self.backoffCoefficient = backoffCoefficient
        self.maximumInterval = maximumInterval
        self.deadline = deadline
    }

    /// Returns the interval after a number of failed attempts; nil if there is no further one.
    func interval(after failures: Int) -> Duration? {
        if let maximumAttempts, failures >= maximumAttempts { return nil }
        let longest = Double(maximumInterval.nanoseconds)
        var interval = min(Double(initialInterval.nanoseconds), longest)
        // Ends early: the interval has reached its maximum, or does not grow.
        var left = failures - 1
        while left > 0, interval < longest, backoffCoefficient > 1, interval > 0 {
            interval = min(interval * backoffCoefficient, longest)
            left -= 1
        }
        // As a double, the longest interval is more than an `Int` can be.
        return interval < longest ? .nanoseconds(Int(interval)) : maximumInterval
    }
}
