import Adit

/// The delay before the next attempt: twice as long after each failure in a row. A part of it is random, so that
/// clients that have failed together do not come back together.
struct Backoff: Sendable {
    var first: Duration = .seconds(1)
    var longest: Duration = .seconds(300)
    var jitter: ClosedRange<Double> = 0.5...1

    func delay(after failures: Int, random: RandomSource) -> Duration {
        // Bounded before it is doubled: a number that was stored may be any.
        let doublings = min(max(failures, 1) - 1, 20)
        return min(first * (1 << doublings), longest) * random { Double.random(in: jitter, using: &$0) }
    }
}
