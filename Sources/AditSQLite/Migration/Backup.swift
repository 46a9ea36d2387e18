import AditJSON
import AditState
import AditSystem
import CSQLite
import Glibc

/// A copy of the file as it was before it was migrated. It goes with the first transaction of the next session: what
/// was migrated could be read again by then.
enum Backup {
    /// What becomes of the copies.
    enum Life: Equatable {
        case none
        /// They are from a session before this one.
        case old(paths: [String])
        /// They have been removed, and the file still says that they are there.
        case removed

        /// After a transaction.
        mutating func wasWritten() {
            switch self {
            case .none: return
            case .old(let paths):
                if paths.allSatisfy({ (try? System.remove($0)) != nil }) { self = .removed }
            case .removed: self = .none
            }
        }
    }

    /// The versions of which there are copies, as the file has them.
    static func versions(_ text: String?) -> [Int] { (text ?? "").split(separator: " ").compactMap { Int($0) } }
    static func text(of versions: [Int]) -> String { Set(versions).sorted().map(String.init).joined(separator: " ") }

    /// Copies a database: beside its place, whole and synced, and then by its name. What is there of that name is an
    /// earlier attempt.
    static func make(of database: Database, at place: String, _ path: StorePath) throws(StorageFailure) {
        let new = place + "-new"
        do {
            try path.attempt("could not be copied to \(place)") { () throws(SystemError) in
                try System.remove(new)
                close(try System.open(new, O_RDWR | O_CREAT | O_EXCL, mode: 0o600))
            }
            try copy(database, to: new)
            try path.attempt("could not be copied to \(place)") { () throws(SystemError) in
                let descriptor = try System.open(new, O_RDWR)
                defer { close(descriptor) }
                try systemCall { fchmod(descriptor, 0o600) }
                try System.synchronize(descriptor)
                try systemCall { rename(new, place) }
                try System.synchronize(directory: path.directory)
            }
        } catch {
            _ = try? System.remove(new)
            throw error
        }
    }

    private static func copy(_ database: Database, to new: String) throws(StorageFailure) {
        let copy = try Database(opening: new, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, name: new)
        defer { copy.close() }
        // It is synced as a whole, and of no use if it is not whole.
        try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        try copy.fill(from: database)
    }
}

extension Database {
    /// Makes it a copy of another one, as that is now.
    func fill(from other: Database) throws(StorageFailure) {
        guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
            throw failure(sqlite3_errcode(handle), "could not be written")
        }
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else {
            let isOurs = code & 0xFF == SQLITE_FULL || code & 0xFF == SQLITE_IOERR
            throw isOurs ? failure(code, "could not be written") : other.failure(code, "could not be copied")
        }
    }
}
