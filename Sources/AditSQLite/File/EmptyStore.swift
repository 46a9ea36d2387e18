import AditJSON
import AditState
import CSQLite

/// The bytes of the file of an empty store.
///
/// They are created in memory, so that creating a store writes, syncs and renames a single file.
enum EmptyStore {
    static func bytes(app: String, schemaVersion: Int, name: String) throws(StorageFailure) -> [UInt8] {
        let database = try Database(
            opening: ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY, name: name)
        defer { database.close() }
        try database.execute(
            """
            PRAGMA page_size = 4096;
            PRAGMA encoding = 'UTF-8';
            PRAGMA auto_vacuum = NONE;
            PRAGMA application_id = \(FileHeader.application);
            \(FileSchema.statements)
            """)
        let meta = try Meta(of: database)
        try meta.set(.format, to: Int64(FileSchema.format))
        try meta.set(.id, to: Int64.random(in: .min ... .max))
        try meta.set(.app, to: app)
        try meta.set(.schemaVersion, to: Int64(schemaVersion))
        try meta.finish()
        var size: sqlite3_int64 = 0
        guard let start = sqlite3_serialize(database.handle, "main", &size, 0) else {
            throw StorageFailure(.resources, "\(name) could not be created: no memory is left")
        }
        defer { sqlite3_free(start) }
        var bytes = Array(UnsafeBufferPointer(start: start, count: Int(size)))
        // The versions for writing and reading: 2 says that the file has a -wal.
        bytes[18] = 2
        bytes[19] = 2
        return bytes
    }
}
