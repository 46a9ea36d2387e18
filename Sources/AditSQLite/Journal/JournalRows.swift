import Adit
import AditJSON
import Glibc

/// The journal's rows: one a batch, in the order of the batches.
///
/// A row says where its entries begin and end in all that the journal ever had, so that what is kept is a difference of
/// two numbers.
final class JournalRows {
    private let database: Database
    private let retention: Retention
    /// Milliseconds since 1970.
    var now: () -> Int64 = systemTime
    private let appending: Statement
    private let removing: Statement
    private let scanning: Statement
    private(set) var last: (number: Int64, ends: Int64) = (0, 0)
    /// The oldest row that is kept; nil where there is none, or it is not known.
    private var oldest: Row?

    private struct Row {
        var number: Int64
        var time: Int64
        /// Where its entries begin.
        var begins: Int64
        var ends: Int64
    }

    /// What may be over before it goes, so that not every batch has to see to it.
    private static let slack: Int64 = 256 << 10
    /// How many rows go at most with one batch.
    private static let most = 4096

    init(of database: Database, _ retention: Retention)
        throws(StorageFailure)
    {
        self.database = database
        self.retention = retention
        appending = try database.prepare("INSERT INTO journal VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        removing = try database.prepare("DELETE FROM journal WHERE number <= ?1")
        scanning = try database.prepare(
            "SELECT number, time, begins, ends FROM journal ORDER BY number LIMIT ?1")
        try forget()
    }

    /// Reads anew what the file has, after a transaction has been undone.
    func forget() throws(StorageFailure) {
        let statement = try database.prepare("SELECT number, ends FROM journal ORDER BY number DESC LIMIT 1")
        last = try statement.first { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
        oldest = try oldestRow()
    }

    /// Adds a row, if there is something to add.
    ///
    /// - Returns: whether there was. The row has the head then.
    func append(_ head: StorageHead, _ entries: () -> RowText) throws(StorageFailure) -> Bool {
        guard retention.bytes > 0 else {
            // That of a time when there was to be one.
            if oldest != nil { try removeAll() }
            return false
        }
        let text = entries()
        if text.bytes.isEmpty { return false }
        let row = Row(
            number: last.number + 1, time: now(), begins: last.ends, ends: last.ends + Int64(text.bytes.count))
        appending.bind(1, row.number)
        appending.bind(2, Int64(head.revision))
        appending.bind(3, Int64(head.opens))
        appending.bind(4, row.time)
        appending.bind(5, row.begins)
        appending.bind(6, row.ends)
        appending.bind(7, text)
        try appending.run()
        last = (row.number, row.ends)
        if oldest == nil { oldest = row }
        try trim(row.time)
        return true
    }

    func removeAll() throws(StorageFailure) {
        try database.execute("DELETE FROM journal")
        oldest = nil
        last = (0, 0)
    }

    /// That of the last row; nil where there is none.
    func head() throws(StorageFailure) -> StorageHead? {
        let statement = try database.prepare("SELECT revision, opens FROM journal ORDER BY number DESC LIMIT 1")
        return try statement.first { StorageHead(revision: Int($0.integer(0)), opens: Int($0.integer(1))) }
    }

    func read(_ body: (_ head: StorageHead, _ entries: RowText) throws -> Bool) throws {
        let statement = try database.prepare("SELECT revision, opens, entries FROM journal ORDER BY number DESC")
        defer { statement.reset() }
        while try statement.step() {
            let head = StorageHead(revision: Int(statement.integer(0)), opens: Int(statement.integer(1)))
            if try !body(head, statement.text(2)) { return }
        }
    }

    private func trim(_ time: Int64) throws(StorageFailure) {
        guard let oldest else { return }
        let limit = Int64(retention.bytes)
        let isLarge = last.ends - oldest.begins > limit + min(limit / 8, Self.slack)
        let age = retention.age.map { Int64($0) * 1000 }
        let isOld = age.map { time - oldest.time > $0 + $0 / 16 } ?? false
        guard isLarge || isOld else { return }

        var boundary: Int64?
        scanning.bind(1, Int64(Self.most))
        while try scanning.step() {
            let row = row(scanning)
            let isOver = last.ends - row.ends >= limit || age.map { time - row.time > $0 } ?? false
            guard isOver, row.number < last.number else {
                scanning.reset()
                break
            }
            boundary = row.number
        }
        guard let boundary else { return }
        removing.bind(1, boundary)
        try removing.run()
        self.oldest = try oldestRow()
    }

    private func oldestRow() throws(StorageFailure) -> Row? {
        scanning.bind(1, 1)
        return try scanning.first(row)
    }

    private func row(_ statement: Statement) -> Row {
        Row(
            number: statement.integer(0), time: statement.integer(1), begins: statement.integer(2),
            ends: statement.integer(3))
    }
}

/// Milliseconds since 1970, by the system's clock.
func systemTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
