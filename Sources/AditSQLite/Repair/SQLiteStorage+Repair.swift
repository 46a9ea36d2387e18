import AditJSON
import AditState
import CSQLite

extension SQLiteStorage {
    /// Writes the recoverable data of a damaged store to a new file. The damaged file is not changed.
    ///
    /// Rows with the right checksum are recovered; from a file of the first format, which has no checksums, all
    /// readable rows. The journal is not recovered.
    ///
    /// - Parameters:
    ///   - path: the path of the damaged file.
    ///   - newPath: the path of the new file, which must not exist.
    ///   - app: the app that the state belongs to; nil for the one that the file names, which is of any version then.
    ///   - schemaVersion: the version of the state. The new file has that of the damaged one.
    ///   - findFailures: reads the saved state, if it is of that version, and returns its errors. Elements with errors are
    ///     left out as well.
    /// - Throws: ``StorageFailure``: `locked` if the damaged file is open elsewhere, `schema` if it is not a store, or
    ///   of another app or a newer version, `failed` if nothing is recoverable, or the system refuses.
    /// - Complexity: O(n) in the size of the state.
    public static func repair(
        _ path: String, to newPath: String, app: String? = nil, schemaVersion: Int = 1,
        findFailures: (any StateStorage) throws -> [CodingFailure] = { _ in [] }
    ) throws(StorageFailure) -> StorageRepair {
        let path = try StorePath(path)
        let new = try StorePath(newPath)
        let isTaken = try new.attempt("could not be created") { () throws(SystemError) in
            try FileSystem.exists(new.path)
        }
        if isTaken { throw StorageFailure(.failed, "\(new.path) could not be created: it is there already") }
        guard let lock = try FileLock.acquire(path, creating: nil, isReading: true) else {
            throw StorageFailure(.failed, "\(path.path) is not there")
        }
        defer { withExtendedLifetime(lock) {} }
        try path.checkNames(lock, "could not be repaired")
        let copy = try DamagedCopy(of: path, lock, beside: new)
        defer { copy.remove() }
        let salvage = try copy.open { (database) throws(StorageFailure) in
            try Salvage(
                of: database, path, isLogRead: copy.isLogRead,
                expecting: app.map { (app: $0, schemaVersion: schemaVersion) })
        }
        let schemaVersion = app == nil ? salvage.version.schemaVersion : schemaVersion
        try salvage.version.check(path.path, app: app ?? salvage.version.app, schemaVersion: schemaVersion)
        do {
            return try salvage.save(
                to: new,
                findFailures: { try salvage.version.schemaVersion == schemaVersion ? findFailures($0) : [] })
        } catch {
            try? FileSystem.removeIfPresent(new.path)
            try? new.removeBeside()
            throw error as? StorageFailure ?? StorageFailure(.failed, "\(path.path) could not be repaired: \(error)")
        }
    }
}
