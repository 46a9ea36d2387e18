import AditState
import CSQLite
import Glibc

/// An exclusive lock for writing a store's file: on a byte that SQLite does not use, so that readers do not conflict.
///
/// It is an "open file description lock" of Linux: closing its descriptor releases it, however the process ends.
final class FileLock {
    let file: FileIdentity
    /// The file's descriptor, open as long as the lock is held.
    let descriptor: Int32
    private let generation = Fork.watch()

    /// After the bytes that SQLite locks (its `PENDING_BYTE` and the next 511).
    private static let byte: Range<off_t> = 0x4000_0000 + 4096..<0x4000_0000 + 4097

    /// Takes ownership of a descriptor that holds the lock, and registers the file as open. Under the lock of
    /// ``OpenFiles``.
    init(_ descriptor: Int32, _ file: FileIdentity) {
        self.descriptor = descriptor
        self.file = file
        OpenFiles.shared.add(file, descriptor)
    }

    // A forked child has closed its copy of the descriptor (``OpenFiles``).
    deinit { if generation.isCurrent { OpenFiles.shared.remove(file) } }

    /// Takes the lock if it is free.
    ///
    /// - Returns: whether the lock was free.
    static func acquire(_ descriptor: Int32) throws(SystemError) -> Bool {
        do {
            try set(F_WRLCK, descriptor, byte)
            return true
        } catch {
            if error.number == EAGAIN || error.number == EACCES { return false }
            throw error
        }
    }

    /// Releases the lock. Closing the descriptor is not enough: a process that is being started has a copy of it for a
    /// moment.
    static func release(_ descriptor: Int32) { _ = try? set(F_UNLCK, descriptor, byte) }

    /// Locks bytes of a file for its descriptor (`F_RDLCK`, `F_WRLCK`), or releases them (`F_UNLCK`).
    static func set(_ type: Int32, _ descriptor: Int32, _ bytes: Range<off_t>) throws(SystemError) {
        var lock = flock(
            l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: bytes.lowerBound,
            l_len: bytes.upperBound - bytes.lowerBound, l_pid: 0)
        try systemCall { fcntl(descriptor, Int32(ADIT_OFD_SETLK), &lock) }
    }

    /// Returns whether a path still leads to the file.
    func isAt(_ path: String) -> Bool { FileIdentity(at: path) == file }
}
