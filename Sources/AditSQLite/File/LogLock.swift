import AditJSON
import AditState
import CSQLite

/// Locks that protect SQLite's write-ahead log while a store is open, even if SQLite loses its own locks.
///
/// SQLite's locks are POSIX locks of the process: another copy of SQLite in the process that opens and closes the file
/// releases them (<https://www.sqlite.org/howtocorrupt.html>, 2.2). The next connection that closes the file would then
/// consider itself the last one and delete the log, and the next one that opens it the first one and clear the log's
/// index. The locks of this type belong to separate descriptors: they read-lock the bytes that either would have to
/// lock for writing.
struct LogLock {
    /// The log that SQLite opened or created.
    private let log: FileIdentity
    /// The descriptor of the -shm file; nil without one (``LogIndex/exclusive``), where the whole file is locked.
    private let index: FileDescriptor?
    private let lock: FileLock
    private let path: [CChar]

    /// SQLite's `SHARED_FIRST` and `SHARED_SIZE` in the database, and `UNIX_SHM_DMS` in the -shm file (os_unix.c): part
    /// of the file format, as processes agree on them.
    private static let shared: Range<Int> = 0x4000_0002..<0x4000_0002 + 510
    private static let deadManSwitch: Range<Int> = 128..<129

    /// - Precondition: the database has been read, so that the log and its index exist.
    init(_ path: StorePath, _ lock: FileLock, _ kind: LogIndex) throws(SystemError) {
        self.lock = lock
        self.path = Array(path.wal.utf8CString)
        guard let log = try FileStatus.ifPresent(path.wal) else { throw .notFound }
        self.log = log.identity
        guard kind == .shared else {
            self.index = nil
            return
        }
        try lock.descriptor.lock(Self.shared, .shared)
        let index = try OpenFiles.shared.open(beside: path.shm, .readOnly, .noFollow)
        do throws(SystemError) {
            try index.lock(Self.deadManSwitch, .shared)
        } catch {
            lock.descriptor.unlock(Self.shared)
            OpenFiles.shared.close(beside: index)
            throw error
        }
        self.index = index
    }

    /// Allows SQLite to close the database: the last connection checkpoints the log.
    func allowClosing() {
        if index != nil { lock.descriptor.unlock(Self.shared) }
    }

    /// Releases the locks. SQLite must have closed the -shm file: closing another descriptor of it earlier would
    /// release SQLite's locks.
    func end() {
        guard let index else { return }
        index.unlock(Self.deadManSwitch)
        OpenFiles.shared.close(beside: index)
    }

    /// The fate of the log file.
    enum Place: Equatable {
        case there
        /// The log was removed: data written to it is lost when the process ends.
        case removed
        /// Another file has the log's name.
        case replaced
    }

    var place: Place {
        guard let found = FileIdentity(at: path) else { return .removed }
        return found == log ? .there : .replaced
    }
}
