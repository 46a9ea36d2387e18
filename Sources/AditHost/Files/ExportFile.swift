import Adit
import AditJSON
import AditState

/// A file of an exported state. It is written as `PATH.part`, and renamed when it is complete and on the disk: the path
/// never has an incomplete file. Without ``finish()``, the partial file is removed. An existing file at the path is
/// replaced on request if it is not in use (``ReplacedFile``).
final class ExportFile {
    private let path: String
    private let name: String
    private let partName: String
    private let replaces: Bool
    private let directory: FileDescriptor
    /// The partial file; nil once it is finished or removed.
    private var descriptor: FileDescriptor?
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
        for file in [path, path + ".part"] where folder.engine.hasOpen("\(folder.path)/\(file)") {
            throw StorageFailure.file(file, found: "a store that is open")
        }
        try ReplacedFile.checkIsNoSibling(path, name, in: directory)
        // Checked again at the end: it may be a different file by then.
        _ = try replaced()
        do {
            descriptor = try create()
        } catch {
            throw error == .exists
                ? StorageFailure.file(
                    path + ".part", found: "a file that the export has not made, or one that is being written")
                : .file(path, "could not be created", error)
        }
    }

    deinit {
        drop()
        directory.close()
    }

    private func create() throws(SystemError) -> FileDescriptor {
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(
                partName, in: directory, .writeOnly, [.exclusiveCreate, .noFollow], permissions: 0o600)
        } catch {
            guard error == .exists else { throw error }
            return try reuse()
        }
        do { try lock(file) } catch {
            file.close()
            throw error
        }
        return file
    }

    /// Reuses the partial file of an interrupted export, if no process writes to it and it has an export's attributes.
    private func reuse() throws(SystemError) -> FileDescriptor {
        guard let there = status(of: partName), isOwn(there) else { throw .exists }
        let file = try FileDescriptor.open(partName, in: directory, .readWrite, [.noFollow, .anyKind])
        do throws(SystemError) {
            try lock(file)
            if try ReplacedFile.isKept(file) != nil { throw .exists }
            try file.truncate()
        } catch {
            file.close()
            throw error
        }
        return file
    }

    private func isOwn(_ status: FileStatus) -> Bool {
        status.kind == .regular && status.permissions == 0o600 && status.isOwn && status.linkCount == 1
    }

    /// Locks the partial file, so that it is not taken for a leftover.
    private func lock(_ file: FileDescriptor) throws(SystemError) {
        do { try file.lockFile() } catch {
            throw error == .wouldBlock ? .exists : error
        }
        // The previous holder of the lock may have renamed or removed the file.
        guard let own = try? file.status(), isOwn(own), status(of: partName)?.identity == own.identity else {
            throw .exists
        }
    }

    /// Returns the file to be replaced, locked while the result is referenced; nil if the path does not exist.
    private func replaced() throws(StorageFailure) -> ReplacedFile? {
        guard let there = status(of: name) else { return nil }
        guard there.kind == .regular else { throw .file(path, found: there.kind) }
        guard replaces else { throw .isThere(path) }
        return try ReplacedFile(path, name, in: directory)
    }

    /// Returns the status of a name in the directory; nil if it does not exist.
    private func status(of name: String) -> FileStatus? {
        try? FileStatus(of: name, in: directory, followingLinks: false)
    }
}

// MARK: - Writing

extension ExportFile {
    func write(_ bytes: UnsafeRawBufferPointer) throws(StorageFailure) {
        do { try openFile.write(bytes) } catch { throw fail(error) }
        count += bytes.count
    }

    /// Starts writing the bytes after an offset to the disk, so that the final wait is short.
    func beginWriting(from offset: Int) { descriptor?.beginWriting(offset..<count) }

    /// Waits until all bytes are on the disk, and renames the file to its path.
    func finish() throws(StorageFailure) {
        do { try openFile.synchronize() } catch { throw fail(error) }
        do { try place() } catch {
            drop()
            throw error
        }
        let file = descriptor
        descriptor = nil
        do throws(SystemError) {
            if let error = file?.close() { throw error }
            try directory.synchronize()
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
                try FileSystem.renameWithoutReplacing(partName, to: name, in: directory)
            }
        } catch {
            throw error == .exists ? .isThere(path) : .file(path, "could not be written", error)
        }
    }

    /// Exchanges the partial file with the checked file, and removes the latter. If a different file is at the path by
    /// now, exchanges them back.
    private func exchange(with old: ReplacedFile) throws(SystemError) {
        guard try FileSystem.exchange(partName, name, in: directory) else {
            guard status(of: name).map(old.isSame) ?? true else { throw .exists }
            return try FileSystem.rename(partName, to: name, in: directory)
        }
        guard status(of: partName).map(old.isSame) == true else {
            _ = try FileSystem.exchange(partName, name, in: directory)
            throw .exists
        }
        try FileSystem.remove(partName, in: directory)
    }

    private var openFile: FileDescriptor {
        get throws(SystemError) {
            guard let descriptor else { throw .notOpen }
            return descriptor
        }
    }

    private func fail(_ error: SystemError) -> StorageFailure {
        drop()
        return .file(path, "could not be written", error)
    }

    /// Removes the partial file, unless it is finished.
    private func drop() {
        guard let file = descriptor else { return }
        descriptor = nil
        try? FileSystem.remove(partName, in: directory)
        file.close()
    }
}
