import AditState
import Glibc

/// What a closed store's file looks like from outside: another mark is another file, or another content.
struct FileMark: Equatable {
    private let device: UInt
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int
    /// The size of the write-ahead log, which a store that was closed in order does not have.
    private let log: Int

    /// Reads the mark of a file.
    ///
    /// - Throws: ``StorageFailure`` `failed` if there is no file.
    init(_ path: String) throws(StorageFailure) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw StorageFailure(.failed, "\(path) could not be read: \(String(cString: strerror(errno)))")
        }
        (device, inode, size) = (UInt(status.st_dev), UInt(status.st_ino), Int(status.st_size))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        log = stat("\(path)-wal", &status) == 0 ? Int(status.st_size) : 0
    }
}
