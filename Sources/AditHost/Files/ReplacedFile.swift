import Adit
import AditJSON
import AditState
import CLinux
import Glibc

/// A file that is to be replaced, checked and locked: it is not in use, and is neither part of a store nor a recording.
/// The locks are held for the lifetime of the object.
final class ReplacedFile {
    private let descriptor: Int32
    private let own: stat

    /// Opens and locks it.
    ///
    /// - Parameters:
    ///   - path: the path as the host gave it.
    ///   - name: its name in a directory.
    /// - Throws: ``StorageFailure`` if it must not be replaced: `locked` if another process or descriptor holds a lock
    ///   on it.
    init(_ path: String, _ name: String, in directory: Int32) throws(StorageFailure) {
        var there = stat()
        guard fstatat(directory, name, &there, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .file(path, "could not be replaced", errno)
        }
        // Closing a descriptor of a file releases all locks of this process on it, also those of another SQLite.
        if isOpenInThisProcess(there) { throw .notReplaced(path, "a file that this process has open") }
        let flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        var isWritable = true
        do throws(SystemError) {
            descriptor = try openDescriptor {
                let file = openat(directory, name, O_RDWR | flags)
                guard file < 0, [EACCES, EROFS, ETXTBSY, EPERM].contains(errno) else { return file }
                isWritable = false
                return openat(directory, name, O_RDONLY | flags)
            }
        } catch {
            throw .file(path, "could not be replaced", error.number)
        }
        var own = stat()
        guard fstat(descriptor, &own) == 0, own.st_mode & S_IFMT == S_IFREG else {
            self.own = there
            throw .file(path, found: "something that is no file")
        }
        self.own = own
        guard isSame(there) else { throw .notReplaced(path, "a file that is being replaced") }
        guard lock(isWritable) else {
            throw StorageFailure(.locked, "\(path): somebody holds a lock on it, and it is not replaced")
        }
        let kept: String?
        do throws(SystemError) { kept = try ReplacedFile.isKept(descriptor) } catch {
            throw .file(path, "could not be read", error.number)
        }
        if let kept { throw .notReplaced(path, kept) }
    }

    deinit { close(descriptor) }

    func isSame(_ status: stat) -> Bool { status.st_dev == own.st_dev && status.st_ino == own.st_ino }

    /// Takes every kind of lock on the whole file, so that no other holder exists or can appear.
    private func lock(_ isWritable: Bool) -> Bool {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return false }
        var all = Glibc.flock(
            l_type: Int16(isWritable ? F_WRLCK : F_RDLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        if fcntl(descriptor, Int32(ADIT_OWN_SETLK), &all) != 0, errno == EAGAIN || errno == EACCES { return false }
        if isWritable { return true }
        // The read lock above is compatible with a reader's lock: look for such a reader.
        var found = Glibc.flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        return fcntl(descriptor, Int32(ADIT_OWN_GETLK), &found) != 0 || found.l_type == Int16(F_UNLCK)
    }
}

// MARK: - Protected files

extension ReplacedFile {
    /// Returns what kind of protected file it is; nil if it may be replaced.
    static func isKept(_ file: Int32) throws(SystemError) -> String? {
        var bytes = [UInt8](repeating: 0, count: 72)
        let count = try systemCall { bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) } }
        let head = bytes.prefix(count)
        if head.starts(with: "SQLite format 3\0".utf8) {
            return head.count == 72 && head[68..<72].elementsEqual("Adit".utf8) ? "a store" : "a database"
        }
        // The log of a database, and its journal (<https://www.sqlite.org/fileformat.html>, 4.1 and 3).
        let logs: [[UInt8]] = [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83], [0xD9, 0xD5, 0x05, 0xF9]]
        if logs.contains(where: head.starts) { return "what belongs to a database" }
        if head.starts(with: #"{"n":1,"open":{"#.utf8) { return "a recording" }
        return nil
    }

    /// Checks that a name is not one that SQLite uses for a file beside a database.
    ///
    /// - Parameter path: the path as the host gave it.
    static func checkIsNoSibling(_ path: String, _ name: String, in directory: Int32) throws(StorageFailure) {
        for suffix in ["-wal", "-shm", "-journal", "-head"] where name.hasSuffix(suffix) {
            var status = stat()
            guard fstatat(directory, String(name.dropLast(suffix.count)), &status, 0) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let base = path.dropLast(suffix.count)
            throw .notReplaced(path, "the place of what belongs to \(base), where that is a database")
        }
    }
}

/// Returns whether this process has a descriptor of a file; false if the system does not list descriptors.
private func isOpenInThisProcess(_ file: stat) -> Bool {
    let names = try? entries(
        ofDirectory: openDescriptor { open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    for name in names ?? [] {
        var status = stat()
        guard let number = Int32(name), fstat(number, &status) == 0 else { continue }
        if status.st_dev == file.st_dev, status.st_ino == file.st_ino { return true }
    }
    return false
}

extension StorageFailure {
    /// The path has a protected file, which is not replaced.
    fileprivate static func notReplaced(_ path: String, _ what: String) -> StorageFailure {
        StorageFailure(.failed, "\(path): found \(what), which is not replaced; another path is expected")
    }
}
