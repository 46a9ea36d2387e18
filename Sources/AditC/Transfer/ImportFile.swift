import Adit
import AditSQLite
import Glibc

/// A file that a state is read from.
final class ImportFile {
    private let path: String
    private let descriptor: Int32
    /// How many bytes it has.
    let count: Int

    /// Opens a file.
    ///
    /// - Throws: ``StorageFailure`` where it cannot be opened, or is no regular file, or a store that is open.
    init(_ path: String) throws(StorageFailure) {
        self.path = path
        // Asked before it is opened: other things than files may wait for somebody, or do something.
        var status = stat()
        guard stat(path, &status) == 0 else { throw .file(path, "could not be opened", errno) }
        try ImportFile.check(path, status)
        if SQLiteStorage.hasOpen(path) { throw .file(path, found: "a store that is open") }
        do {
            descriptor = Int32(try call { Int(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) })
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
