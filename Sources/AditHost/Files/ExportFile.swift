import Adit
import AditJSON
import AditState
import CLinux
import Glibc

/// A file of an exported state. It is written as `PATH.part`, and renamed when it is complete and on the disk: the path
/// never has an incomplete file. Without ``finish()``, the partial file is removed. An existing file at the path is
/// replaced on request if it is not in use (``ReplacedFile``).
final class ExportFile {
    private let path: String
    private let name: String
    private let partName: String
    private let replaces: Bool
    private let directory: Int32
    private var descriptor: Int32
    /// The number of written bytes.
    private(set) var count = 0

    /// Creates the partial file.
    ///
    /// - Parameters:
    ///   - path: a path below the folder.
    ///   - folder: the folder of exports and imports.
    ///   - replaces: whether an existing file is replaced.
    /// - Throws: ``StorageFailure`` if it cannot be created, or if the path exists and is not replaced; ``HostError`` if
    ///   the path has a symbolic link.
    init(_ path: String, in folder: FileFolder, replacing replaces: Bool) throws {
        self.path = path
        self.replaces = replaces
        let (directory, name) = try folder.open(parentOf: path)
        (self.directory, self.name, partName) = (directory, name, name + ".part")
        descriptor = -1
        for file in [path, path + ".part"] where folder.engine.hasOpen("\(folder.path)/\(file)") {
            throw StorageFailure.file(file, found: "a store that is open")
        }
        try ReplacedFile.checkIsNoSibling(path, name, in: directory)
        // Checked again at the end: it may be a different file by then.
        _ = try replaced()
        do {
            descriptor = try create()
        } catch {
            throw error.number == EEXIST
                ? StorageFailure.file(path + ".part", found: "a file of somebody else's, or one that is being written")
                : .file(path, "could not be created", error.number)
        }
    }

    deinit {
        if descriptor >= 0 { drop() }
        close(directory)
    }

    private func create() throws(SystemError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file: Int32
        do {
            file = try openDescriptor { openat(directory, partName, flags, 0o600) }
        } catch {
            guard error.number == EEXIST else { throw error }
            return try reuse()
        }
        do { try lock(file) } catch {
            close(file)
            throw error
        }
        return file
    }

    /// Reuses the partial file of an interrupted export, if no process writes to it and it has an export's attributes.
    private func reuse() throws(SystemError) -> Int32 {
        let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        guard let there = status(of: partName), isOwn(there) else { throw SystemError(number: EEXIST) }
        let file = try openDescriptor { openat(directory, partName, flags) }
        do throws(SystemError) {
            try lock(file)
            if try ReplacedFile.isKept(file) != nil { throw SystemError(number: EEXIST) }
            try systemCall { Int(ftruncate(file, 0)) }
        } catch {
            close(file)
            throw error
        }
        return file
    }

    private func isOwn(_ status: stat) -> Bool {
        status.st_mode == S_IFREG | 0o600 && status.st_uid == geteuid() && status.st_nlink == 1
    }

    /// Locks the partial file, so that it is not taken for a leftover.
    private func lock(_ file: Int32) throws(SystemError) {
        do { try systemCall { Int(flock(file, LOCK_EX | LOCK_NB)) } } catch {
            throw error.number == EWOULDBLOCK ? SystemError(number: EEXIST) : error
        }
        // The previous holder of the lock may have renamed or removed the file.
        var own = stat()
        guard fstat(file, &own) == 0, isOwn(own), let there = status(of: partName), there.st_dev == own.st_dev,
            there.st_ino == own.st_ino
        else { throw SystemError(number: EEXIST) }
    }

    /// Returns the file to be replaced, locked while the result is referenced; nil if the path does not exist.
    private func replaced() throws(StorageFailure) -> ReplacedFile? {
        guard let there = status(of: name) else { return nil }
        switch there.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .file(path, found: "a directory")
        case S_IFLNK: throw .file(path, found: "a symbolic link")
        default: throw .file(path, found: "something that is no file")
        }
        guard replaces else { throw .isThere(path) }
        return try ReplacedFile(path, name, in: directory)
    }

    /// Returns the status of a name in the directory; nil if it does not exist.
    private func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }
}

// MARK: - Writing

extension ExportFile {
    func write(_ bytes: UnsafeRawBufferPointer) throws(StorageFailure) {
        var rest = bytes[...]
        do throws(SystemError) {
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let written = try systemCall { Glibc.write(descriptor, piece.baseAddress, piece.count) }
                rest = rest.dropFirst(written)
                count += written
            }
        } catch {
            throw fail(error)
        }
    }

    /// Starts writing the bytes after an offset to the disk, so that the final wait is short.
    func beginWriting(from offset: Int) {
        _ = sync_file_range(descriptor, Int64(offset), Int64(count - offset), UInt32(ADIT_SYNC_FILE_RANGE_WRITE))
    }

    /// Waits until all bytes are on the disk, and renames the file to its path.
    func finish() throws(StorageFailure) {
        do throws(SystemError) { try systemCall { Int(fsync(descriptor)) } } catch { throw fail(error) }
        do throws(StorageFailure) { try place() } catch {
            if descriptor >= 0 { drop() }
            throw error
        }
        let file = descriptor
        descriptor = -1
        do throws(SystemError) {
            guard close(file) == 0 || errno == EINTR else { throw SystemError.last }
            try systemCall { Int(fsync(directory)) }
        } catch {
            throw fail(error)
        }
    }

    /// Renames the partial file to the path.
    private func place() throws(StorageFailure) {
        // Stays locked, so that no other process opens and locks it meanwhile.
        let old = try replaced()
        defer { withExtendedLifetime(old) {} }
        do throws(SystemError) {
            if let old {
                try exchange(with: old)
            } else {
                try systemCall { Int(renameWithoutReplacing()) }
            }
        } catch {
            throw error.number == EEXIST ? .isThere(path) : .file(path, "could not be written", error.number)
        }
    }

    private func renameWithoutReplacing() -> Int32 {
        let result = renameat2(directory, partName, directory, name, UInt32(ADIT_RENAME_TO_NOTHING))
        // Not every file system supports it.
        guard result != 0, errno == EINVAL || errno == ENOSYS else { return result }
        guard linkat(directory, partName, directory, name, 0) == 0 else { return -1 }
        return unlinkat(directory, partName, 0)
    }

    /// Exchanges the partial file with the checked file, and removes the latter. If a different file is at the path by
    /// now, exchanges them back.
    private func exchange(with old: ReplacedFile) throws(SystemError) {
        let flags = UInt32(ADIT_RENAME_TO_EACH_OTHER)
        do throws(SystemError) {
            try systemCall { Int(renameat2(directory, partName, directory, name, flags)) }
        } catch {
            guard error.number == EINVAL || error.number == ENOSYS else { throw error }
            guard status(of: name).map(old.isSame) ?? true else { throw SystemError(number: EEXIST) }
            _ = try systemCall { Int(renameat(directory, partName, directory, name)) }
            return
        }
        guard status(of: partName).map(old.isSame) == true else {
            _ = try systemCall { Int(renameat2(directory, partName, directory, name, flags)) }
            throw SystemError(number: EEXIST)
        }
        _ = try systemCall { Int(unlinkat(directory, partName, 0)) }
    }

    private func fail(_ error: SystemError) -> StorageFailure {
        if descriptor >= 0 { drop() }
        return .file(path, "could not be written", error.number)
    }

    /// Removes the partial file.
    private func drop() {
        unlinkat(directory, partName, 0)
        close(descriptor)
        descriptor = -1
    }
}
