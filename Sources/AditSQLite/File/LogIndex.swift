import AditJSON
import AditState
import CSQLite

/// The place where SQLite keeps the index of a store's write-ahead log.
enum LogIndex {
    /// In the file `-shm`, which all processes map that have the store open: others can read it meanwhile.
    case shared
    /// In the memory of this process, with the file locked against all others.
    ///
    /// A file system that writes each change to a new place cannot promise room for a page that is mapped: on a full
    /// disk, the next change of the index would end the process by SIGBUS.
    case exclusive

    /// Chooses by the file system of a store's file.
    init(of descriptor: FileDescriptor) {
        self = Self.copyOnWrite.contains(descriptor.fileSystem) ? .exclusive : .shared
    }

    /// `BTRFS_SUPER_MAGIC` and `BCACHEFS_STATFS_MAGIC` of Linux.
    private static let copyOnWrite: Set<UInt32> = [0x9123_683E, 0xCA45_1A4E]

    /// The bytes that SQLite locks in a database (`PENDING_BYTE`, `RESERVED_BYTE`, `SHARED_FIRST` and `SHARED_SIZE` in
    /// os_unix.c).
    private static let locked: Range<Int> = 0x4000_0000..<0x4000_0002 + 510

    /// Opens a store's file, for reading and writing or for reading alone, with its log.
    ///
    /// - Throws: ``StorageFailure``: `locked` if the index is exclusive and another process has the file open.
    func open(_ path: StorePath, _ lock: FileLock, _ flags: Int32) throws(StorageFailure) -> Database {
        guard self == .exclusive else { return try Database(opening: path.path, flags, name: path.path) }
        do {
            // SQLite's own locks are those of the process, and are lost if another copy of SQLite closes the file.
            try lock.descriptor.lock(Self.locked, .exclusive)
        } catch {
            guard error.isLocked else {
                throw StorageFailure(error.kind, "\(path.path) could not be opened: \(error.text)")
            }
            throw StorageFailure(
                .locked,
                """
                \(path.path) is open in another process, as a database; on this file system, which copies on write, a store \
                is open in one process at a time
                """)
        }
        let database = try Database(opening: path.path, flags, name: path.path, system: "unix-none")
        try database.execute("PRAGMA locking_mode = EXCLUSIVE")
        return database
    }
}
