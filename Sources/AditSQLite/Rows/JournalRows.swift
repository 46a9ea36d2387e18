import AditJSON
import AditState

/// The journal's rows: one per batch, in the order of the batches.
///
/// A row has the positions of its entries in everything that the journal ever had, so that the kept size is a
/// difference of two numbers.
final class JournalRows {
    private let database: Database
    private let retention: Retention
    // Accesses last for one statement each.
    /// Milliseconds since 1970.
    @exclusivity(unchecked) var now: () -> Int64 = JournalRow.now
    /// Prepared on first use, when it is known whether rows have checksums.
    private lazy var appending = Result { () throws(StorageFailure) in
        try database.prepare(
            """
            INSERT INTO journal (number, revision, opens, time, begins, ends, state, sum, entries)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """)
    }
    private let removing: Statement
    private let scanning: Statement
    @exclusivity(unchecked) private(set) var last: (number: Int64, ends: Int64) = (0, 0)
    /// The last row; nil if absent.
    @exclusivity(unchecked) private(set) var lastRow: JournalRow?
    /// The oldest row; nil if absent or unknown.
    @exclusivity(unchecked) private var oldest: Row?

    private struct Row {
        var number: Int64
        var time: Int64
        /// The position of its first entry.
        var begins: Int64
        var ends: Int64
    }

    /// The maximum number of rows removed with one batch.
    private static let most = 4096

    init(of database: Database, _ retention: Retention, _ meta: Meta) throws(StorageFailure) {
        self.database = database
        self.retention = retention
        removing = try database.prepare("DELETE FROM journal WHERE number <= ?1")
        scanning = try database.prepare(
            "SELECT number, time, begins, ends FROM journal ORDER BY number LIMIT ?1")
        try forget(meta)
    }

    /// Reads the file again after a rollback.
    func forget(_ meta: Meta) throws(StorageFailure) {
        let noted = meta.integer(.journal) ?? 0
        let statement = try database.prepare(Self.selection(meta.hasChecksums) + " LIMIT 1")
        defer { statement.reset() }
        lastRow = try statement.step() ? row(of: statement, isChecked: meta.hasChecksums) : nil
        last = (max(noted, lastRow?.number ?? 0), lastRow?.ends ?? 0)
        oldest = try oldestRow()
        if let lastRow, lastRow.number < noted { throw gap(noted) }
        if let closed = meta.integer(.closed), count != closed || (lastRow.map { $0.number != noted } ?? false) {
            throw database.damage(
                "its journal has \(Int(count).counted("row")); \(closed) \(closed == 1 ? "is" : "are") expected")
        }
    }

    /// The size of the entries in bytes.
    var bytes: Int64 { oldest.map { last.ends.subtractingReportingOverflow($0.begins).partialValue } ?? 0 }

    /// The number of rows.
    var count: Int64 {
        guard let oldest, let lastRow else { return 0 }
        return lastRow.number.subtractingReportingOverflow(oldest.number).partialValue &+ 1
    }

    /// Rows with their checksums and entries, the newest first.
    static func selection(_ hasChecksums: Bool) -> String {
        let sums = hasChecksums ? "state, sum" : "0, 0"
        return "SELECT number, revision, opens, time, begins, ends, \(sums), entries FROM journal ORDER BY number DESC"
    }

    /// The present row of a ``selection(_:)``.
    private func row(of statement: Statement, isChecked: Bool) throws(StorageFailure) -> JournalRow {
        let row = JournalRow(statement)
        try database.check(statement.integer(1), "its revision")
        try database.check(statement.integer(2), "how often it was opened")
        try check(Row(number: row.number, time: row.time, begins: row.begins, ends: row.ends))
        if isChecked, statement.checksum(7) != row.checksum(statement.text(8)) {
            throw database.damage("the row \(row.number) of its journal is not as it was written")
        }
        return row
    }

    private func gap(_ number: Int64) -> StorageFailure {
        database.damage("its journal has no row \(number), and has had one")
    }

    /// Adds a row if there are entries.
    ///
    /// - Returns: whether a row was added. It contains the head then.
    func append(_ head: StorageHead, state: UInt64, _ entries: () -> RowText) throws(StorageFailure) -> Bool {
        guard retention.bytes > 0 else {
            // Rows from a time when the journal was enabled.
            if oldest != nil { try removeAll() }
            return false
        }
        let text = entries()
        if text.bytes.isEmpty { return false }
        let row = JournalRow(
            number: last.number + 1, head: head, state: state, time: now(), begins: last.ends,
            ends: last.ends + Int64(text.bytes.count))
        let appending = try appending.get()
        appending.bind(1, row.number)
        appending.bind(2, Int64(head.revision))
        appending.bind(3, Int64(head.opens))
        appending.bind(4, row.time)
        appending.bind(5, row.begins)
        appending.bind(6, row.ends)
        appending.bind(7, checksum: state)
        appending.bind(8, checksum: row.checksum(text))
        appending.bind(9, text)
        try appending.run()
        last = (row.number, row.ends)
        lastRow = row
        if oldest == nil { oldest = Row(number: row.number, time: row.time, begins: row.begins, ends: row.ends) }
        try trim(row.time)
        return true
    }

    func removeAll() throws(StorageFailure) {
        try database.execute("DELETE FROM journal")
        oldest = nil
        lastRow = nil
        // Later rows still get later positions.
        last.ends = 0
    }

    func read(_ body: (_ head: StorageHead, _ entries: RowText) throws -> Bool, isChecked: Bool) throws {
        let statement = try database.prepare(Self.selection(isChecked))
        defer { statement.reset() }
        var next = lastRow?.number
        while try statement.step() {
            let row = try row(of: statement, isChecked: isChecked)
            if let next, row.number != next { throw gap(next) }
            if try !body(row.head, statement.text(8)) { return }
            next = row.number - 1
        }
    }

    private func trim(_ time: Int64) throws(StorageFailure) {
        guard let oldest else { return }
        guard
            let (limit, age) = retention.exceeded(
                bytes: last.ends - oldest.begins, milliseconds: JournalRow.age(since: oldest.time, at: time))
        else { return }
        var boundary: Int64?
        scanning.bind(1, Int64(Self.most))
        while try scanning.step() {
            let row = row(scanning)
            try check(row)
            let isOver =
                last.ends - row.ends >= limit || age.map { JournalRow.age(since: row.time, at: time) > $0 } ?? false
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
        let oldest = try scanning.first(row)
        try oldest.map(check)
        return oldest
    }

    /// - Throws: ``StorageFailure`` if a row has numbers that no journal reaches.
    private func check(_ row: Row) throws(StorageFailure) {
        try database.check(row.number, "the number of a row of its journal", from: 1)
        try database.check(row.begins, "where a row of its journal begins")
        try database.check(row.ends, "where a row of its journal ends", from: row.begins)
    }

    private func row(_ statement: Statement) -> Row {
        Row(
            number: statement.integer(0), time: statement.integer(1), begins: statement.integer(2),
            ends: statement.integer(3))
    }
}

extension JournalRow {
    /// Reads the present row of a ``JournalRows/selection(_:)``.
    init(_ row: Statement) {
        self.init(
            number: row.integer(0), head: StorageHead(revision: Int(row.integer(1)), opens: Int(row.integer(2))),
            state: row.checksum(6), time: row.integer(3), begins: row.integer(4), ends: row.integer(5))
    }
}
