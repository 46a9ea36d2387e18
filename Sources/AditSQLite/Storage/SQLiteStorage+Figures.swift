import AditState

/// The commits of a store.
struct CommitFigures {
    private(set) var count = 0
    private(set) var total = 0
    private(set) var longest = 0

    mutating func record(since start: MonotonicTime) {
        let took = MonotonicTime.now.nanoseconds - start.nanoseconds
        count += 1
        total += took
        longest = max(longest, took)
    }
}

extension SQLiteStorage {
    public var figures: StorageFigures? {
        StorageFigures(
            bytes: size(of: path), logBytes: size(of: "\(path)-wal"), journalBytes: Int(journal.bytes),
            journalBatches: Int(journal.count), commits: commits.count, total: .nanoseconds(commits.total),
            longest: .nanoseconds(commits.longest))
    }

    private func size(of path: String) -> Int {
        (try? FileStatus(of: path).size) ?? 0
    }
}
