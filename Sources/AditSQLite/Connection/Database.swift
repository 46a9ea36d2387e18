import AditJSON
import AditState
import CSQLite

/// A connection to a database. One thread at a time.
package final class Database {
    let handle: OpaquePointer
    /// The name of the database in failures: the path of the file.
    let name: String
    @exclusivity(unchecked) private(set) var isOpen = true

    /// Opens an existing file without reading it.
    ///
    /// - Parameters:
    ///   - path: a path, or with `SQLITE_OPEN_URI` a URI.
    ///   - flags: flags of `sqlite3_open_v2`.
    ///   - system: SQLite's layer of the operating system (VFS); nil for the default one.
    package init(opening path: String, _ flags: Int32, name: String, system: String? = nil) throws(StorageFailure) {
        self.name = name
        try checkSQLite(for: name)
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, system)
        guard let handle else { throw StorageFailure(.resources, "\(name) could not be opened: no memory is left") }
        self.handle = handle
        guard code == SQLITE_OK else {
            let failure = failure(code, "could not be opened")
            sqlite3_close_v2(handle)
            isOpen = false
            throw failure
        }
        // A mapping of a file that another process cuts short would end this one.
        sqlite3_exec(handle, "PRAGMA mmap_size = 0", nil, nil, nil)
        // The content of a file must not run code.
        _ = adit_sqlite_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        _ = adit_sqlite_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = adit_sqlite_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    }

    /// Opens a file for reading that does not change: SQLite need not create any files.
    package convenience init(immutable path: String) throws(StorageFailure) {
        try self.init(
            opening: "file:\(escaped(path))?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, name: path)
    }

    deinit { close() }

    /// Prepares a statement for repeated use.
    package func prepare(_ sql: String) throws(StorageFailure) -> Statement {
        guard isOpen else { throw StorageFailure(.failed, "\(name) is closed") }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw failure(code, "could not be read") }
        return Statement(statement, of: self)
    }

    /// Runs statements and discards their rows.
    package func execute(_ sql: String) throws(StorageFailure) {
        guard isOpen else { throw StorageFailure(.failed, "\(name) is closed") }
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, "could not be written") }
    }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Whether a transaction is open. SQLite ends one by itself after some failures.
    var isInTransaction: Bool { isOpen && sqlite3_get_autocommit(handle) == 0 }

    /// Makes closing leave the -wal file unchanged, instead of checkpointing it into the database.
    package func retainWAL(_ keeps: Bool = true) {
        _ = adit_sqlite_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps ? 1 : 0)
    }

    /// Returns the failure of a call, with SQLite's description.
    ///
    /// - Parameter what: the failed operation, as `could not be written`.
    func failure(_ code: Int32, _ what: String) -> StorageFailure {
        let text = isOpen ? String(cString: sqlite3_errmsg(handle)) : String(cString: sqlite3_errstr(code))
        let number = isOpen ? sqlite3_system_errno(handle) : 0
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED:
            return StorageFailure(
                .locked, "\(name) \(what): another process holds a lock on it; try again when it is released")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            return damage(text)
        // An expected table or column is missing.
        case SQLITE_ERROR where text.hasPrefix("no such"), SQLITE_CONSTRAINT, SQLITE_MISMATCH:
            return damage(text)
        case SQLITE_FULL:
            return StorageFailure(.failed, "\(name) \(what): the disk is full")
        case SQLITE_NOMEM:
            return StorageFailure(.resources, "\(name) \(what): no memory is left")
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY:
            if SystemError(number: number).kind == .resources {
                return StorageFailure(.resources, "\(name) \(what): \(SystemError(number: number).text)")
            }
            var detail = number == 0 ? "" : ": \(SystemError(number: number).text)"
            if [SQLITE_CANTOPEN, readOnlyDirectory].contains(code) {
                detail += "; SQLite has files beside it, so its directory has to be writable"
            }
            return StorageFailure(.failed, "\(name) \(what): \(text)\(detail) (SQLite \(code))")
        default:
            return StorageFailure(.failed, "\(name) \(what): \(text) (SQLite \(code))")
        }
    }

    /// Returns the failure of a damaged file. Closing will not checkpoint the log into it.
    func damage(_ what: String) -> StorageFailure {
        if isOpen, let wal = try? FileStatus.ifPresent(name + "-wal"), wal.size > 0 { retainWAL() }
        return StorageFailure(.failed, "\(name) is damaged: \(what)")
    }

    /// Checks that the file's pages form its tables and indexes, each page once.
    ///
    /// - Complexity: O(n) in the size of the file.
    func checkStructure() throws(StorageFailure) {
        let found = try prepare("PRAGMA quick_check(1)").first { $0.text(0).string }
        if let found, found != "ok" {
            throw damage(found.split(separator: "\n").last.map(String.init) ?? found)
        }
    }

    /// Waits at most so long for a lock that another process holds.
    package func wait(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

    /// Finalizes all statements, and closes the connection.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
        sqlite3_close(handle)
    }

    /// Forgets the connection without touching its files: in a forked child, they are the parent's.
    func abandon() { isOpen = false }
}

/// Returns a path escaped for a URI of SQLite, which gives a meaning to these three bytes only.
private func escaped(_ path: String) -> String {
    let bytes = path.utf8.flatMap { byte in
        "%?#".utf8.contains(byte) ? Array("%\(String(byte, radix: 16))".utf8) : [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// `SQLITE_READONLY_DIRECTORY`, a macro that Swift cannot import.
private let readOnlyDirectory = SQLITE_READONLY | 6 << 8

/// Checks that the SQLite of this process meets the requirements of the store.
///
/// The system's library is linked, but a host that exports functions of the same names, as many do that have a copy of SQLite linked in,
/// replaces those of every library in its process. Their version is known only here.
///
/// - Parameter name: the name of the database in failures.
func checkSQLite(for name: String) throws(StorageFailure) {
    let version = sqlite3_libversion_number()
    let expected =
        if version < 3_040_000 {
            "found SQLite \(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000); 3.40 or newer is expected"
        } else if sqlite3_threadsafe() == 0 {
            "found an SQLite for one thread only (SQLITE_THREADSAFE=0); one for several threads is expected"
        } else {
            ""
        }
    if expected.isEmpty { return }
    throw StorageFailure(
        .failed,
        "\(name) could not be opened: \(expected) (a host that exports functions of SQLite replaces those of libsqlite3.so.0)"
    )
}
