import Adit
import AditState
import Glibc

/// A file of a state to be imported.
package final class ImportFile {
    private let path: String
    private let descriptor: Int32
    /// Its size in bytes.
    package let count: Int

    /// Opens a file below a folder.
    ///
    /// - Throws: ``StorageFailure`` if it cannot be opened, is not a regular file, or is an open store; ``HostError`` if
    ///   the path has a symbolic link.
    convenience init(_ path: String, in folder: FileFolder) throws {
        let (directory, name) = try folder.open(parentOf: path)
        defer { close(directory) }
        try self.init(
            path, at: name, in: directory, whole: "\(folder.path)/\(path)", O_NOFOLLOW, AT_SYMLINK_NOFOLLOW,
            folder.engine)
    }

    /// Opens a file that the config names, in any folder.
    ///
    /// - Throws: ``StorageFailure`` if it cannot be opened, is not a regular file, or is an open store.
    package convenience init(_ path: String, _ engine: any StorageEngine) throws(StorageFailure) {
        try self.init(path, at: path, in: AT_FDCWD, whole: path, 0, 0, engine)
    }

    private init(
        _ path: String, at name: String, in directory: Int32, whole: String, _ flags: Int32, _ statusFlags: Int32,
        _ engine: any StorageEngine
    ) throws(StorageFailure) {
        self.path = path
        // Checked before opening: opening a pipe or a device may block, or have side effects.
        var status = stat()
        guard fstatat(directory, name, &status, statusFlags) == 0 else {
            throw .file(path, "could not be opened", errno)
        }
        try ImportFile.check(path, status)
        if engine.hasOpen(whole) { throw .file(path, found: "a store that is open") }
        do {
            let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags
            descriptor = try openDescriptor { openat(directory, name, flags) }
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

    /// Reads bytes from an offset on.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    package func read(at offset: Int, into memory: UnsafeMutableRawBufferPointer) throws(StorageFailure) -> Int {
        do { return try systemCall { pread(descriptor, memory.baseAddress, memory.count, off_t(offset)) } } catch {
            throw .file(path, "could not be read", error.number)
        }
    }
}
