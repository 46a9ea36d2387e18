import CLinux
import Glibc

/// An open file or directory, by its number in this process. Its owner closes it.
///
/// Calls that a signal interrupts are repeated. The names are those of the package swift-system.
package struct FileDescriptor: Hashable, Sendable {
    package let number: Int32

    package init(number: Int32) { self.number = number }

    /// Where relative paths begin. It is not open, and serves as a directory only.
    package static var workingDirectory: FileDescriptor { FileDescriptor(number: AT_FDCWD) }

    /// Opens a descriptor with a number above 2.
    ///
    /// If standard input, output or error is closed, the system gives its number to the next file that is opened, and the
    /// next line to standard error is written into that file. SQLite avoids this in the same way (`robust_open` of
    /// os_unix.c): for its own files, it opens `/dev/null` under these numbers.
    ///
    /// - Parameter open: the system call. If it returns a number up to 2, that descriptor is duplicated and closed at once,
    ///   which releases this process's POSIX locks on the file.
    init(_ open: () -> Int32) throws(SystemError) {
        let first = FileDescriptor(number: try systemCall(open))
        guard first.number <= STDERR_FILENO else {
            self = first
            return
        }
        defer { first.close() }
        self = try first.duplicate()
    }

    /// Duplicates the descriptor, under a number above 2.
    package func duplicate() throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try systemCall { fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) })
    }

    /// Closes the descriptor, ignoring the result.
    ///
    /// - Returns: the error of an earlier write that the file system reports now; nil without any.
    @discardableResult
    package func close() -> SystemError? { Glibc.close(number) == 0 || errno == EINTR ? nil : .last }
}

// MARK: - Opening

extension FileDescriptor {
    package enum AccessMode {
        case readOnly, writeOnly, readWrite

        fileprivate var flag: Int32 {
            switch self {
            case .readOnly: O_RDONLY
            case .writeOnly: O_WRONLY
            case .readWrite: O_RDWR
            }
        }
    }

    package struct OpenOptions: OptionSet, Sendable {
        package let rawValue: Int32
        package init(rawValue: Int32) { self.rawValue = rawValue }

        package static let create = OpenOptions(rawValue: O_CREAT)
        /// Fails if the file exists.
        package static let exclusiveCreate = OpenOptions(rawValue: O_CREAT | O_EXCL)
        package static let truncate = OpenOptions(rawValue: O_TRUNC)
        package static let append = OpenOptions(rawValue: O_APPEND)
        package static let directory = OpenOptions(rawValue: O_DIRECTORY)
        /// Fails if the last component is a symbolic link.
        package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
        /// A file of unknown kind: a pipe does not block, and a terminal does not become the process's own.
        package static let anyKind = OpenOptions(rawValue: O_NONBLOCK | O_NOCTTY)
    }

    /// Opens a file. A program that the process executes does not inherit it.
    ///
    /// - Parameters:
    ///   - path: a path; a relative one begins at `directory`.
    ///   - permissions: those of a created file.
    package static func open(
        _ path: String, in directory: FileDescriptor = .workingDirectory, _ mode: AccessMode,
        _ options: OpenOptions = [], permissions: UInt32 = 0
    ) throws(SystemError) -> FileDescriptor {
        let flags = mode.flag | options.rawValue | O_CLOEXEC
        return try FileDescriptor { openat(directory.number, path, flags, permissions) }
    }

    /// Returns whether this process has a descriptor of a file; false if the system does not list descriptors.
    package static func isOpen(_ file: FileIdentity) -> Bool {
        ((try? FileSystem.names(in: "/proc/self/fd")) ?? []).contains { name in
            guard let number = Int32(name) else { return false }
            return (try? FileDescriptor(number: number).status().identity) == file
        }
    }
}

// MARK: - Reading and writing

extension FileDescriptor {
    /// Reads bytes from an offset on.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    package func read(at offset: Int, into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try systemCall { pread(number, memory.baseAddress, memory.count, off_t(offset)) }
    }

    /// Returns the first `count` bytes, or all bytes of a shorter file.
    package func prefix(_ count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let more = try systemCall {
                bytes.withUnsafeMutableBytes { pread(number, $0.baseAddress.map { $0 + got }, count - got, off_t(got)) }
            }
            if more == 0 { break }
            got += more
        }
        return Array(bytes.prefix(got))
    }

    /// Writes all bytes, at the position of the descriptor.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = try systemCall { Glibc.write(number, rest.baseAddress, rest.count) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }

    package func write(_ bytes: [UInt8]) throws(SystemError) {
        let result = bytes.withUnsafeBytes { bytes in Result { () throws(SystemError) in try write(bytes) } }
        try result.get()
    }

    /// Writes bytes at an offset, by one call.
    ///
    /// - Returns: whether all were written.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        let written = try? systemCall { pwrite(number, bytes.baseAddress, bytes.count, off_t(offset)) }
        return written == bytes.count
    }

    package func truncate(to count: Int = 0) throws(SystemError) { try systemCall { ftruncate(number, off_t(count)) } }

    /// Waits until the content and the metadata are on the disk.
    package func synchronize() throws(SystemError) { try systemCall { fsync(number) } }

    /// Waits until the content, and the metadata that reading it needs, are on the disk.
    package func synchronizeData() throws(SystemError) { try systemCall { fdatasync(number) } }

    /// Starts writing bytes to the disk, so that ``synchronize()`` is short.
    package func beginWriting(_ bytes: Range<Int>) {
        _ = sync_file_range(number, Int64(bytes.lowerBound), Int64(bytes.count), UInt32(ADIT_SYNC_FILE_RANGE_WRITE))
    }
}

// MARK: - Attributes

extension FileDescriptor {
    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try systemCall { fstat(number, &status) }
        return FileStatus(status)
    }

    package func setPermissions(_ permissions: UInt32) throws(SystemError) {
        try systemCall { fchmod(number, permissions) }
    }

    /// The kind of the file system that the file is on (statfs(2)); 0 if unknown.
    package var fileSystem: UInt32 { adit_file_system(number) }
}

// MARK: - Locks

// "Open file description locks" of Linux: unlike POSIX locks, they belong to the descriptor, not to the process. Closing it
// releases them, however the process ends. None of these calls waits.
extension FileDescriptor {
    package enum LockKind {
        /// Others may have shared locks.
        case shared
        case exclusive

        fileprivate var type: Int32 { self == .shared ? F_RDLCK : F_WRLCK }
    }

    /// Locks bytes; nil for all that the file has or will have.
    ///
    /// - Throws: an error that ``SystemError/isLocked`` if another holds a lock.
    package func lock(_ bytes: Range<Int>?, _ kind: LockKind) throws(SystemError) {
        var lock = record(kind.type, bytes)
        try systemCall { fcntl(number, Int32(ADIT_OFD_SETLK), &lock) }
    }

    /// Releases bytes. Closing the descriptor is not enough: a process that is being started has a copy of it for a moment.
    package func unlock(_ bytes: Range<Int>) {
        var lock = record(F_UNLCK, bytes)
        _ = try? systemCall { fcntl(number, Int32(ADIT_OFD_SETLK), &lock) }
    }

    /// Returns whether no other holds a lock of any kind; true if the system does not know.
    package var isUnlocked: Bool {
        var found = record(F_WRLCK, nil)
        return fcntl(number, Int32(ADIT_OFD_GETLK), &found) != 0 || found.l_type == Int16(F_UNLCK)
    }

    /// Takes the file's separate lock of BSD (flock(2)), exclusively.
    ///
    /// - Throws: an error that ``SystemError/isLocked`` if another holds it.
    package func lockFile() throws(SystemError) { try systemCall { flock(number, LOCK_EX | LOCK_NB) } }

    private func record(_ type: Int32, _ bytes: Range<Int>?) -> flock {
        // 0 bytes are all bytes.
        Glibc.flock(
            l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: off_t(bytes?.lowerBound ?? 0),
            l_len: off_t(bytes?.count ?? 0), l_pid: 0)
    }
}
