import Adit
import AditSQLite
import AditState
import Glibc

/// A file that a state is read from.
final class ImportFile {
    private let path: String
    private let descriptor: Int32
    /// How many bytes it has.
    let count: Int

    /// Opens a file below a folder.
    ///
    /// - Throws: ``StorageFailure`` where it cannot be opened, or is no regular file, or a store that is open;
    ///   ``ABIError`` where a symbolic link is.
    convenience init(_ path: String, in folder: FileFolder) throws {
        let (directory, name) = try folder.open(parentOf: path)
        defer { close(directory) }
        try self.init(path, at: name, in: directory, whole: "\(folder.path)/\(path)", O_NOFOLLOW, AT_SYMLINK_NOFOLLOW)
    }

    /// Opens a file anywhere, which the config names.
    ///
    /// - Throws: ``StorageFailure`` where it cannot be opened, or is no regular file, or a store that is open.
    convenience init(_ path: String) throws(StorageFailure) {
        try self.init(path, at: path, in: AT_FDCWD, whole: path, 0, 0)
    }

    private init(
        _ path: String, at name: String, in directory: Int32, whole: String, _ flags: Int32, _ statusFlags: Int32
    ) throws(StorageFailure) {
        self.path = path
        // Asked before it is opened: other things than files may wait for somebody, or do something.
        var status = stat()
        guard fstatat(directory, name, &status, statusFlags) == 0 else {
            throw .file(path, "could not be opened", errno)
        }
        try ImportFile.check(path, status)
        if SQLiteStorage.hasOpen(whole) { throw .file(path, found: "a store that is open") }
        do {
            let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags
            descriptor = Int32(try call { Int(openat(directory, name, flags)) })
        } catch {
            throw .file(path, "could not be opened", error.number)
        }
        let isOpen = fstat(descriptor, &status) == 0
        count = Int(status.st_size)
        do throws(StorageFailure) {
            if !isOpen { throw .file(path, "could not be opened", errno) }
            try ImportFile.check(path, status)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    private static func check(_ path: String, _ status: stat) throws(StorageFailure) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .file(path, found: "a directory")
        default: throw .file(path, found: "something that is no file")
        }
    }

    /// Reads from an offset on.
    ///
    /// - Returns: how many bytes there were; 0 at the end.
    func read(at offset: Int, into memory: UnsafeMutableRawBufferPointer) throws(StorageFailure) -> Int {
        do { return try call { pread(descriptor, memory.baseAddress, memory.count, off_t(offset)) } } catch {
            throw .file(path, "could not be read", error.number)
        }
    }
}
