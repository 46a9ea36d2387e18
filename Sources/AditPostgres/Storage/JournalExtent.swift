import AditJSON
import AditState

/// The journal of a core: one row for each batch that has entries, numbered as the batches are. The rows themselves are
/// in the database; this knows where they begin.
struct JournalExtent {
    let retention: Retention
    /// The oldest row; nil if there is none.
    var oldest: (number: Int64, time: Int64, begins: Int64)?
    /// The number of rows.
    var count: Int64 = 0
    /// Milliseconds since 1970.
    var now: () -> Int64 = {
        let now = Timestamp.now
        return Int64(now.seconds) * 1000 + Int64(now.nanoseconds) / 1_000_000
    }

    /// The excess that is tolerated, so that not every batch removes rows.
    private static let slack: Int64 = 256 << 10

    /// Reads the answer about the oldest row.
    mutating func read(_ reply: borrowing Reply) {
        guard reply.count > 0 else { return }
        oldest = (reply.integer(0, 0), reply.integer(0, 1), reply.integer(0, 2))
        count = reply.integer(0, 3)
    }

    /// Returns the limits below which rows are to be removed; nil if there is no excess.
    ///
    /// - Parameter ends: the end of the last entry.
    func excess(ends: Int64, at time: Int64) -> (ends: Int64, time: Int64)? {
        guard let oldest else { return nil }
        let limit = min(Int64(retention.bytes), 1 << 60)
        let isLarge = ends - oldest.begins > limit + min(limit / 8, Self.slack)
        let age = retention.age.map { min(Int64($0), 1 << 40) * 1000 }
        let isOld = age.map { time &- oldest.time > $0 + $0 / 16 } ?? false
        guard isLarge || isOld else { return nil }
        return (ends - limit, age.map { time - $0 } ?? .min)
    }
}
