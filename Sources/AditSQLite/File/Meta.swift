import AditJSON
import AditState

/// The table `meta` of a store's file, held in memory.
final class Meta {
    enum Key: String {
        /// The version of the file's tables (``FileSchema/format``).
        case format
        /// A unique number of the store.
        case id
        /// The app that the state belongs to.
        case app
        /// The version of that state.
        case schemaVersion
        /// The last head, and the last row of the journal at that time: later rows have later heads.
        case revision, opens, journal
        /// The checksum of the state of that head (``StateChecksum``).
        case state
        /// The number of the journal's rows, if the file was closed in order and not written since.
        case closed
        /// The version of the backup from before a migration.
        case backup
        /// The number of transactions that were overwritten because the disk refused their last step.
        case undone
        /// The checksum of all other rows of the table.
        case sum
    }

    private enum Value: Equatable {
        case integer(Int64)
        case text(String)
    }

    private let database: Database
    private let reading: Statement
    private let writing: Statement
    private let removing: Statement
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var values: [String: Value] = [:]
    @exclusivity(unchecked) private var isSettled = true

    init(of database: Database) throws(StorageFailure) {
        self.database = database
        reading = try database.prepare("SELECT key, value FROM meta")
        writing = try database.prepare(
            "INSERT INTO meta VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
        removing = try database.prepare("DELETE FROM meta WHERE key = ?1")
        try forget()
    }

    /// Reads the file again after a rollback.
    func forget() throws(StorageFailure) {
        values = [:]
        isSettled = true
        while try reading.step() {
            let key = reading.text(0).string
            values[key] = reading.isInteger(1) ? .integer(reading.integer(1)) : .text(reading.text(1).string)
        }
        let format = integer(.format) ?? 0
        // A file without checksums is of the first format. A damaged file must not pass as one: nothing of it would be
        // checked.
        guard format > FileSchema.format || (format > 1) == (values[Key.sum.rawValue] != nil),
            format <= 1 || format > FileSchema.format || integer(.sum) == checksum
        else {
            throw database.damage("its table meta is not as it was written")
        }
        let counts: [(Key, String)] = [
            (.revision, "its revision"), (.opens, "how often it was opened"),
            (.journal, "which row of its journal was the last one"),
        ]
        for (key, what) in counts {
            if let number = integer(key) { try database.check(number, what) }
        }
    }

    /// Whether rows have checksums.
    var hasChecksums: Bool { values[Key.sum.rawValue] != nil }

    func integer(_ key: Key) -> Int64? {
        if case .integer(let number) = values[key.rawValue] { number } else { nil }
    }

    func text(_ key: Key) -> String? {
        if case .text(let text) = values[key.rawValue] { text } else { nil }
    }

    func set(_ key: Key, to value: Int64) throws(StorageFailure) {
        guard record(.integer(value), of: key) else { return }
        writing.bind(1, key.rawValue)
        writing.bind(2, value)
        try writing.run()
    }

    func set(_ key: Key, to value: String) throws(StorageFailure) {
        guard record(.text(value), of: key) else { return }
        writing.bind(1, key.rawValue)
        writing.bind(2, value)
        try writing.run()
    }

    func remove(_ key: Key) throws(StorageFailure) {
        guard record(nil, of: key) else { return }
        removing.bind(1, key.rawValue)
        try removing.run()
    }

    /// - Returns: whether the value changed.
    private func record(_ value: Value?, of key: Key) -> Bool {
        guard values[key.rawValue] != value else { return false }
        values[key.rawValue] = value
        if key != .sum { isSettled = false }
        return true
    }

    /// Writes the checksum of the table before a commit.
    func finish() throws(StorageFailure) {
        guard !isSettled, integer(.format) ?? 0 > 1 else { return }
        try set(.sum, to: checksum)
        isSettled = true
    }

    private var checksum: Int64 {
        let total = values.reduce(0 as UInt64) { total, row in
            if row.key == Key.sum.rawValue { return total }
            let key = RowChecksum.mixed(RowChecksum.text(row.key))
            return switch row.value {
            case .integer(let number): total &+ RowChecksum.mixed(key ^ UInt64(bitPattern: number))
            case .text(let text): total &+ RowChecksum.mixed(~key ^ RowChecksum.text(text))
            }
        }
        return Int64(bitPattern: total)
    }

    /// A head as the table has it.
    struct Head: Equatable {
        var head: StorageHead
        /// The journal's last row.
        var row: Int64
        /// The checksum of the state's rows.
        var state: UInt64
    }

    /// The last head; nil before the first write.
    var head: Head? {
        guard let revision = integer(.revision), let opens = integer(.opens) else { return nil }
        return Head(
            head: StorageHead(revision: Int(revision), opens: Int(opens)), row: integer(.journal) ?? 0,
            state: UInt64(bitPattern: integer(.state) ?? 0))
    }

    func set(_ head: Head) throws(StorageFailure) {
        try set(.revision, to: Int64(head.head.revision))
        try set(.opens, to: Int64(head.head.opens))
        try set(.journal, to: head.row)
        try set(.state, to: Int64(bitPattern: head.state))
    }
}

/// The tables that every store's file has. Tables for the state's tables are added when they are declared
/// (``ElementTable``).
enum FileSchema {
    /// The version of the format. In the first version, rows had no checksums.
    static let format = 2

    static let statements = """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE member (path TEXT PRIMARY KEY, sum INTEGER NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE part (path TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE) WITHOUT ROWID;
        CREATE TABLE journal (
            number INTEGER PRIMARY KEY, revision INTEGER NOT NULL, opens INTEGER NOT NULL, time INTEGER NOT NULL,
            begins INTEGER NOT NULL, ends INTEGER NOT NULL, state INTEGER, sum INTEGER NOT NULL, entries TEXT NOT NULL);
        """
}

extension Database {
    /// - Throws: ``StorageFailure`` if Adit would never write the number.
    func check(_ number: Int64, _ what: String, from least: Int64 = 0) throws(StorageFailure) {
        guard number >= least, number <= StoredRecord.largest else {
            throw damage("\(what) is \(number); a number from \(least) to \(StoredRecord.largest) is expected")
        }
    }
}
