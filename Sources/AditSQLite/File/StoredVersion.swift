import AditJSON
import AditState
import CSQLite

/// The format, app and version of a file, read before it is opened for writing.
package struct StoredVersion {
    let format: Int
    package let app: String
    let schemaVersion: Int

    /// Reads a file without changing it or the files beside it.
    static func read(_ path: StorePath, _ lock: FileLock) throws(StorageFailure) -> StoredVersion {
        let database = try look(path, lock)
        defer { database.close() }
        return try StoredVersion(of: database)
    }

    /// Opens a file for reading if its header is valid.
    static func look(_ path: StorePath, _ lock: FileLock) throws(StorageFailure) -> Database {
        let (size, bytes, wal) = try path.attempt { () throws(SystemError) in
            (
                try lock.descriptor.status().size,
                try lock.descriptor.prefix(FileHeader.count), try FileStatus.ifPresent(path.wal)
            )
        }
        try FileHeader(bytes).check(path.path, size: size, hasWAL: (wal?.size ?? 0) > 0)
        let database: Database
        if wal == nil || lock.kind == .shared && wal?.size == 0 {
            // No one has the file open.
            database = try Database(immutable: path.path)
        } else if lock.kind == .shared {
            throw StorageFailure(
                .failed,
                """
                \(path.path) could not be opened: it cannot be written, and its last changes are in \(path.wal); copy both, \
                with \(path.head) if it is there, to a folder that can be written
                """)
        } else {
            let index = LogIndex(of: lock.descriptor)
            database = try index.open(path, lock, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW)
            database.retainWAL()
            database.wait(milliseconds: 50)
        }
        return database
    }

    package init(of database: Database) throws(StorageFailure) {
        let meta = try Meta(of: database)
        guard let format = meta.integer(.format), let app = meta.text(.app),
            let version = meta.integer(.schemaVersion)
        else {
            throw database.damage("it does not say of what version and app it is")
        }
        self.format = Int(format)
        self.app = app
        schemaVersion = Int(version)
    }

    init(format: Int, app: String, schemaVersion: Int) {
        (self.format, self.app, self.schemaVersion) = (format, app, schemaVersion)
    }

    func check(_ name: String, app: String, schemaVersion: Int) throws(StorageFailure) {
        guard format <= FileSchema.format else {
            throw StorageFailure(
                .schema, "\(name) has the format \(format), of a newer Adit; this one knows \(FileSchema.format)")
        }
        guard self.app.isSpelled(as: app) else {
            throw StorageFailure(
                .schema, "\(name) has the state of the app \"\(self.app)\"; that of \"\(app)\" is expected")
        }
        guard self.schemaVersion <= schemaVersion else {
            throw StorageFailure(
                .schema,
                """
                \(name) has a state of version \(self.schemaVersion), written by a newer "\(app)"; this one knows versions \
                up to \(schemaVersion)
                """)
        }
    }
}
