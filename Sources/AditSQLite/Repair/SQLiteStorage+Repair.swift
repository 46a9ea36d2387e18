import AditJSON
import AditState
import AditSystem
import CSQLite
import Glibc

extension SQLiteStorage {
    /// Saves what can be saved of a damaged store into a new file. The damaged one is not changed.
    ///
    /// Rows are taken whose checksum is right; of a file of the first format, which has none, those that can be read.
    /// The journal is not taken over.
    ///
    /// - Parameters:
    ///   - path: where the damaged file is.
    ///   - newPath: where the new one is to be; there must be none.
    ///   - app: whose state it is.
    ///   - schemaVersion: the version of the state. The new file has that of the damaged one.
    ///   - findFailures: reads what was saved, if it is of that version, and says what of it is no part of the state. Such elements
    ///     are left out as well.
    /// - Throws: ``StorageFailure``: `locked` if the damaged file is open elsewhere; `schema` where it is no store, or
    ///   one of another app or a newer version; `failed` where nothing can be saved, or the system refuses.
    /// - Complexity: O(n) in what is stored.
    public static func repair(
        _ path: String, to newPath: String, app: String, schemaVersion: Int = 1,
        findFailures: (any StateStorage) throws -> [CodingFailure] = { _ in [] }
    ) throws(StorageFailure) -> StorageRepair {
        let path = try StorePath(path)
        let new = try StorePath(newPath)
        let isTaken = try new.attempt("could not be created") { () throws(SystemError) in
            try System.isThere(new.path)
        }
        if isTaken { throw StorageFailure(.failed, "\(new.path) could not be created: it is there already") }
        guard let lock = try FileLock.acquire(path, creating: nil) else {
            throw StorageFailure(.failed, "\(path.path) is not there")
        }
        defer { withExtendedLifetime(lock) {} }
        let copy = try DamagedCopy(of: path, lock, beside: new)
        defer { copy.remove() }
        let salvage = try copy.open { (database) throws(StorageFailure) in
            try Salvage(of: database, path, expecting: (app, schemaVersion))
        }
        try salvage.version.check(path.path, app: app, schemaVersion: schemaVersion)
        do {
            return try salvage.save(
                to: new,
                findFailures: { try salvage.version.schemaVersion == schemaVersion ? findFailures($0) : [] })
        } catch {
            for left in [new.path, new.wal, new.shm, new.head] { _ = try? System.remove(left) }
            throw error as? StorageFailure ?? StorageFailure(.failed, "\(path.path) could not be repaired: \(error)")
        }
    }
}
