import Adit
import AditJSON

/// What the file says of itself: its table `meta`.
final class Meta {
    enum Key: String {
        /// The version of the file's tables (``FileSchema/format``).
        case format
        /// The app whose state it keeps.
        case app
        /// The version of that state.
        case schemaVersion
        /// The head that was written last, and which row of the journal was the last one then: later ones have later
        /// heads.
        case revision, opens, journal
        /// The version of which there is a backup, from before a migration.
        case backup
        /// How many transactions were overwritten as the disk refused their last step.
        case undone
    }

    private let reading: Statement
    private let writing: Statement
    private let removing: Statement

    init(of database: Database) throws(StorageFailure) {
        reading = try database.prepare("SELECT value FROM meta WHERE key = ?1")
        writing = try database.prepare(
            "INSERT INTO meta VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
        removing = try database.prepare("DELETE FROM meta WHERE key = ?1")
    }

    func integer(_ key: Key) throws(StorageFailure) -> Int64? {
        reading.bind(1, key.rawValue)
        return try reading.first { $0.isNull(0) ? nil : $0.integer(0) } ?? nil
    }

    func text(_ key: Key) throws(StorageFailure) -> String? {
        reading.bind(1, key.rawValue)
        return try reading.first { $0.text(0).string }
    }

    func set(_ key: Key, to value: Int64) throws(StorageFailure) {
        writing.bind(1, key.rawValue)
        writing.bind(2, value)
        try writing.run()
    }

    func set(_ key: Key, to value: String) throws(StorageFailure) {
        writing.bind(1, key.rawValue)
        writing.bind(2, value)
        try writing.run()
    }

    func remove(_ key: Key) throws(StorageFailure) {
        removing.bind(1, key.rawValue)
        try removing.run()
    }

    /// A head as it is noted here.
    struct Head: Equatable {
        var head: StorageHead
        /// The journal's last row.
        var row: Int64
    }

    /// nil where nothing has been written yet.
    func head() throws(StorageFailure) -> Head? {
        guard let revision = try integer(.revision), let opens = try integer(.opens) else { return nil }
        return try Head(head: StorageHead(revision: Int(revision), opens: Int(opens)), row: integer(.journal) ?? 0)
    }

    /// - Parameter old: what is noted.
    func set(_ new: Head, insteadOf old: Head?) throws(StorageFailure) {
        if new.head.revision != old?.head.revision { try set(.revision, to: Int64(new.head.revision)) }
        if new.head.opens != old?.head.opens { try set(.opens, to: Int64(new.head.opens)) }
        if new.row != old?.row { try set(.journal, to: new.row) }
    }
}
