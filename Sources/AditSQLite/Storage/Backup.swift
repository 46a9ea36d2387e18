import AditJSON
import AditState
import CSQLite

/// A copy of the file from before its migration. The first transaction of the next session removes it: by then, the
/// migrated state could be read.
enum Backup {
    /// The fate of the copies.
    enum Life: Equatable {
        case none
        /// The copies are from an earlier session.
        case old(paths: [String])
        /// The copies have been removed; the file still lists them.
        case removed

        /// Updates the fate after a transaction.
        mutating func wasWritten() {
            switch self {
            case .none: return
            case .old(let paths):
                if paths.allSatisfy({ (try? FileSystem.removeIfPresent($0)) != nil }) { self = .removed }
            case .removed: self = .none
            }
        }
    }

    /// Returns the versions of the copies, as listed in the file.
    static func versions(_ text: String?) -> [Int] { (text ?? "").split(separator: " ").compactMap { Int($0) } }
    static func text(of versions: [Int]) -> String { Set(versions).sorted().map(String.init).joined(separator: " ") }

    /// Copies a database under another name, complete and synced, and renames it. An existing file of that name is from
    /// an earlier attempt.
    static func make(of database: Database, at place: String, _ path: StorePath) throws(StorageFailure) {
        let new = place + "-new"
        do {
            try path.attempt("could not be copied to \(place)") { () throws(SystemError) in
                try FileSystem.removeIfPresent(new)
                try FileDescriptor.open(new, .readWrite, .exclusiveCreate, permissions: 0o600).close()
            }
            try copy(database, to: new)
            try path.attempt("could not be copied to \(place)") { () throws(SystemError) in
                let descriptor = try FileDescriptor.open(new, .readWrite)
                defer { descriptor.close() }
                try descriptor.setPermissions(0o600)
                try descriptor.synchronize()
                try FileSystem.rename(new, to: place)
                try FileSystem.synchronize(directory: path.directory)
            }
        } catch {
            try? FileSystem.removeIfPresent(new)
            throw error
        }
    }

    private static func copy(_ database: Database, to new: String) throws(StorageFailure) {
        let copy = try Database(opening: new, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, name: new)
        defer { copy.close() }
        try copy.fill(from: database)
    }
}

extension Database {
    /// Copies the present content of another database. If that fails, the copy is useless.
    func fill(from other: Database) throws(StorageFailure) {
        // It is synced as a whole, if at all.
        try execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
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
