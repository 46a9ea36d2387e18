import AditSystem
import AditJSON
import CSQLite
import Glibc

/// Keeps SQLite's write-ahead log while a store is open, whatever becomes of SQLite's own locks.
///
/// Those belong to the process, as POSIX has it: where another copy of SQLite in the process opens the file and closes
/// it, they are gone (<https://www.sqlite.org/howtocorrupt.html>, 2.2). The next one to close the file would take
/// itself for the last, and delete the log; the next one to open it would take itself for the first, and empty the
/// log's index. These locks belong to descriptors of their own, which nobody else closes: they read-lock what either
/// would have to lock for writing.
struct LogLock {
    /// The log, as SQLite found or made it.
    private let log: FileIdentity
    /// Of the -shm.
    private let index: Int32
    private let lock: FileLock
    private let path: [CChar]

    /// SQLite's `SHARED_FIRST` and `SHARED_SIZE` in the database, and `UNIX_SHM_DMS` in the -shm (os_unix.c): part of
    /// the file format, as other processes go by them.
    private static let shared: Range<off_t> = 0x4000_0002..<0x4000_0002 + 510
    private static let deadManSwitch: Range<off_t> = 128..<129

    /// - Precondition: the database has been read, so that its log and the index of that are there.
    init(_ path: StorePath, _ lock: FileLock) throws(SystemError) {
        self.lock = lock
        self.path = Array(path.wal.utf8CString)
        guard let log = try System.status(of: path.wal) else { throw SystemError(number: ENOENT) }
        self.log = FileIdentity(log)
        try FileLock.set(F_RDLCK, lock.descriptor, Self.shared)
        index = try OpenFiles.shared.open(beside: path.shm, O_RDONLY | O_NOFOLLOW)
        do throws(SystemError) {
            try FileLock.set(F_RDLCK, index, Self.deadManSwitch)
        } catch {
            allowClosing()
            OpenFiles.shared.close(beside: index)
            throw error
        }
    }

    /// Lets SQLite close the database: the last connection moves the log to it.
    func allowClosing() { try? FileLock.set(F_UNLCK, lock.descriptor, Self.shared) }

    /// Ends it, once SQLite has closed the -shm: to close another descriptor of that earlier would take SQLite's locks
    /// away.
    func end() {
        try? FileLock.set(F_UNLCK, index, Self.deadManSwitch)
        OpenFiles.shared.close(beside: index)
    }

    /// Where the log is.
    enum Place: Equatable {
        case there
        /// It has been removed: what is written to it is nowhere once the process has ended.
        case removed
        /// There is another one.
        case replaced
    }

    var place: Place {
        var status = stat()
        guard stat(path, &status) == 0 else { return .removed }
        return FileIdentity(status) == log ? .there : .replaced
    }
}
