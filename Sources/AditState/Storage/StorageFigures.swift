/// Figures of a storage since it was opened.
public struct StorageFigures: Equatable, Sendable {
    /// The size of the storage in bytes, without its log.
    public var bytes: Int
    /// The size of its write-ahead log in bytes; 0 without one.
    public var logBytes: Int
    /// The size of the journal's entries in bytes.
    public var journalBytes: Int
    /// The number of batches in the journal.
    public var journalBatches: Int
    /// The number of transactions that were committed.
    public var commits: Int
    /// The total duration of the commits, with the syncs of the file.
    public var total: Duration
    /// The longest commit.
    public var longest: Duration

    /// Creates figures.
    public init(
        bytes: Int = 0, logBytes: Int = 0, journalBytes: Int = 0, journalBatches: Int = 0, commits: Int = 0,
        total: Duration = .zero, longest: Duration = .zero
    ) {
        (self.bytes, self.logBytes) = (bytes, logBytes)
        (self.journalBytes, self.journalBatches) = (journalBytes, journalBatches)
        (self.commits, self.total, self.longest) = (commits, total, longest)
    }
}
