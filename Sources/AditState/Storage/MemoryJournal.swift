/// The entries of a journal in memory, batch by batch.
struct MemoryJournal {
    private var batches: [(head: StorageHead, entries: [UInt8])] = []
    private var bytes = 0
    private let limit: Int
    private let slack: Int

    /// - Parameters:
    ///   - limit: the maximum size of the entries in bytes; 0 keeps nothing.
    ///   - slack: the bytes above the limit at which the oldest batches are dropped down to it, so that not each batch
    ///     moves all others.
    init(bytes limit: Int, slack: Int = 0) {
        self.limit = limit
        self.slack = slack
    }

    /// Adds the entries of a batch, and drops the oldest batches if they exceed the limit.
    mutating func add(_ text: RowText, _ head: StorageHead) {
        guard limit > 0, !text.bytes.isEmpty else { return }
        let entries = Array(text.bytes)
        batches.append((head, entries))
        bytes += entries.count
        guard bytes - slack > limit else { return }
        var excess = 0
        while excess < batches.count, bytes > limit {
            bytes -= batches[excess].entries.count
            excess += 1
        }
        batches.removeFirst(excess)
    }

    /// Passes the entries to `body`, the newest batch first, until it returns false.
    func read(_ body: (StorageHead, RowText) throws -> Bool) throws {
        for (head, entries) in batches.reversed() {
            if try !entries.withUnsafeBytes({ try body(head, RowText($0)) }) { return }
        }
    }
}
