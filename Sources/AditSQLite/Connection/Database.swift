import AditJSON
import AditState
import AditSystem
import CSQLite
import Glibc

/// A connection to a database. One thread at a time.
final class Database {
    let handle: OpaquePointer
    /// What failures call it: the path of the file.
    let name: String
    @exclusivity(unchecked) private(set) var isOpen = true

    /// Opens a file that is there; nothing of it is read yet.
    ///
    /// - Parameters:
    ///   - path: a path, or with `SQLITE_OPEN_URI` a URI.
    ///   - flags: those of `sqlite3_open_v2`.
    init(opening path: String, _ flags: Int32, name: String) throws(StorageFailure) {
        self.name = name
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let handle else { throw StorageFailure(.resources, "\(name) could not be opened: no memory is left") }
        self.handle = handle
        guard code == SQLITE_OK else {
            let failure = failure(code, "could not be opened")
            sqlite3_close_v2(handle)
            isOpen = false
            throw failure
        }
        // What is in a file is not to run code.
        _ = adit_sqlite_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        _ = adit_sqlite_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = adit_sqlite_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    }

    deinit { close() }

    /// Prepares a statement, to be kept.
    func prepare(_ sql: String) throws(StorageFailure) -> Statement {
        guard isOpen else { throw StorageFailure(.failed, "\(name) is closed") }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw failure(code, "could not be read") }
        return Statement(statement, of: self)
    }

    /// Runs statements and discards their rows.
    func execute(_ sql: String) throws(StorageFailure) {
        guard isOpen else { throw StorageFailure(.failed, "\(name) is closed") }
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, "could not be written") }
    }

    /// How many rows the last statement has changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Whether a transaction is under way. SQLite ends one by itself after some failures.
    var isInTransaction: Bool { isOpen && sqlite3_get_autocommit(handle) == 0 }

    /// Leaves the -wal file as it is when the connection is closed, in place of moving what it holds to the database.
    func keepWAL() { _ = adit_sqlite_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }

    /// What SQLite says of a call that failed.
    ///
    /// - Parameter what: what did not work: `could not be written`.
    func failure(_ code: Int32, _ what: String) -> StorageFailure {
        let text = isOpen ? String(cString: sqlite3_errmsg(handle)) : String(cString: sqlite3_errstr(code))
        let number = isOpen ? sqlite3_system_errno(handle) : 0
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED:
            return StorageFailure(
                .locked, "\(name) \(what): somebody else holds a lock on it; it is free once they let it go")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            return damage(text)
        // A table or column that should be there is not.
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

    /// What is said of a file that is not as SQLite or Adit wrote it. What is beside it is not moved to it on closing.
    func damage(_ what: String) -> StorageFailure {
        if isOpen, let wal = try? System.status(of: name + "-wal"), wal.st_size > 0 { keepWAL() }
        return StorageFailure(.failed, "\(name) is damaged: \(what)")
    }

    /// Whether the pages of the file make up what its tables and indexes are kept in, each page once.
    ///
    /// - Complexity: O(n) in the size of the file.
    func checkStructure() throws(StorageFailure) {
        let found = try prepare("PRAGMA quick_check(1)").first { $0.text(0).string }
        if let found, found != "ok" {
            throw damage(found.split(separator: "\n").last.map(String.init) ?? found)
        }
    }

    /// Ends every statement and the connection. Nothing can be prepared any more.
    func close() {
        guard isOpen else { return }
        isOpen = false
        while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
        sqlite3_close(handle)
    }

    /// Forgets the connection without touching its files: in a forked child, they are the parent's.
    func abandon() { isOpen = false }
}

/// `SQLITE_READONLY_DIRECTORY`, a macro that Swift cannot import.
private let readOnlyDirectory = SQLITE_READONLY | 6 << 8
