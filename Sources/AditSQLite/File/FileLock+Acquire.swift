import AditJSON
import AditState

extension FileLock {
    /// Locks the file of a store; creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - empty: the bytes of the file of an empty store; nil if the file must exist.
    ///   - isReading: whether a file that cannot be written gets a shared lock, instead of being refused.
    /// - Returns: nil if the file does not exist and is not created.
    static func acquire(
        _ path: StorePath, creating empty: (() throws(StorageFailure) -> [UInt8])?, isReading: Bool = false
    ) throws(StorageFailure) -> FileLock? {
        try OpenFiles.shared.lock.withLock { () throws(StorageFailure) -> FileLock? in
            // Retried if another process creates, replaces or removes the file at the same time.
            for _ in 0..<16 {
                let status = try path.attempt { () throws(SystemError) in try FileStatus.ifPresent(path.path) }
                if let status {
                    if let lock = try lockExisting(path, status, isReading: isReading) { return lock }
                } else {
                    guard let empty else { return nil }
                    if let lock = try create(path, empty()) { return lock }
                }
            }
            throw StorageFailure(.failed, "\(path.path) could not be opened: it is replaced again and again")
        }
    }

    /// - Returns: nil if the file was replaced meanwhile.
    private static func lockExisting(
        _ path: StorePath, _ status: FileStatus, isReading: Bool
    ) throws(StorageFailure) -> FileLock? {
        let name = path.path
        guard status.kind == .regular else {
            let what = status.kind == .directory ? "a directory" : "no regular file"
            throw StorageFailure(.schema, "\(name) is no store of Adit's: it is \(what)")
        }
        let file = status.identity
        if OpenFiles.shared.contains(file) { throw locked(name, "in this process") }
        var kind = FileDescriptor.LockKind.exclusive
        let descriptor = try path.attempt { () throws(SystemError) in
            do throws(SystemError) { return try FileDescriptor.open(name, .readWrite, [.noFollow, .anyKind]) } catch {
                guard isReading, error.refusesWriting else { throw error }
                kind = .shared
                return try FileDescriptor.open(name, .readOnly, [.noFollow, .anyKind])
            }
        }
        return try keeping(descriptor) { () throws(StorageFailure) in
            let isFree = try path.attempt { () throws(SystemError) in try acquire(descriptor, kind) }
            if !isFree { throw locked(name, "in another process") }
            let now = try path.attempt { () throws(SystemError) in
                (try descriptor.status(), try FileStatus.ifPresent(name))
            }
            guard now.0.identity == file, now.1.map(\.identity) == file else { return nil }
            return FileLock(descriptor, file, kind)
        }
    }

    /// Creates the file under another name, complete and synced, and renames it: an incomplete file never has the
    /// store's name.
    ///
    /// - Returns: nil if the file exists by now.
    private static func create(_ path: StorePath, _ bytes: [UInt8]) throws(StorageFailure) -> FileLock? {
        try clearTheWay(for: path)
        let descriptor = try path.attempt("could not be created") { () throws(SystemError) in
            try FileDescriptor.open(path.new, .readWrite, [.create, .noFollow, .anyKind], permissions: 0o600)
        }
        return try keeping(descriptor) { () throws(StorageFailure) in
            let left = try path.attempt("could not be created") { () throws(SystemError) in
                if try !acquire(descriptor) { throw .wouldBlock }
                return (
                    try descriptor.status(), try FileStatus.ifPresent(path.new, followingLinks: false),
                    try descriptor.prefix(FileHeader.count)
                )
            }
            // The previous holder of the lock has renamed or removed the file.
            guard left.1.map(\.identity) == left.0.identity else { return nil }
            guard left.0.kind == .regular, FileHeader(left.2).isBeginning else {
                throw StorageFailure(
                    .failed,
                    "\(path.path) could not be created: \(path.new), which is made first, exists and was not made by Adit"
                )
            }
            let isPlaced = try path.attempt("could not be created") { () throws(SystemError) in
                try fill(descriptor, bytes)
                do throws(SystemError) { try FileSystem.renameWithoutReplacing(path.new, to: path.path) } catch {
                    if error == .exists { return false }
                    throw error
                }
                try FileSystem.synchronize(directory: path.directory)
                return true
            }
            return isPlaced ? FileLock(descriptor, left.0.identity) : nil
        }
    }

    private static func fill(_ descriptor: FileDescriptor, _ bytes: [UInt8]) throws(SystemError) {
        try descriptor.truncate()
        try descriptor.setPermissions(0o600)
        try descriptor.write(bytes)
        try descriptor.synchronize()
    }

    /// Removes files that SQLite would take for parts of a new database.
    private static func clearTheWay(for path: StorePath) throws(StorageFailure) {
        try path.attempt("could not be created") { () throws(SystemError) in
            if try path.isBeingRemoved() { try path.finishRemoval() }
        }
        try path.checkNothingIsLeft("; put that file back, or move this one away")
        try path.attempt("could not be created") { () throws(SystemError) in
            for beside in [path.wal, path.shm, path.head, path.journal] { try FileSystem.removeIfPresent(beside) }
        }
    }

    /// Closes a descriptor unless it becomes that of a lock.
    private static func keeping(_ descriptor: FileDescriptor, _ body: () throws(StorageFailure) -> FileLock?)
        throws(StorageFailure) -> FileLock?
    {
        var lock: FileLock?
        defer {
            if lock == nil { release(descriptor) }
        }
        lock = try body()
        return lock
    }
}

private func locked(_ name: String, _ place: String) -> StorageFailure {
    StorageFailure(.locked, "\(name) is open \(place) already; one core at a time can have it: close that one first")
}

extension SystemError {
    /// The kind of the resulting failure.
    var kind: StorageFailure.Kind {
        if self == .wouldBlock { return .locked }
        return isOutOfResources ? .resources : .failed
    }
}

extension StorePath {
    /// Runs an operation on the file, and converts a system error into a failure that names the operation.
    func attempt<R>(_ what: String = "could not be opened", _ body: () throws(SystemError) -> R)
        throws(StorageFailure) -> R
    {
        do {
            return try body()
        } catch {
            throw StorageFailure(error.kind, "\(path) \(what): \(error.text)")
        }
    }

    /// Returns whether a store exists whose file was renamed to ``gone``.
    func isBeingRemoved() throws(SystemError) -> Bool {
        guard let status = try FileStatus.ifPresent(gone, followingLinks: false), status.kind == .regular else {
            return false
        }
        let bytes = try FileSystem.prefix(FileHeader.count, of: gone, .noFollow)
        return bytes.count == FileHeader.count && FileHeader(bytes).isBeginning
    }

    /// Removes the remaining files of a store whose file was renamed to ``gone``; that file last.
    func finishRemoval() throws(SystemError) {
        try removeBeside()
        try FileSystem.removeIfPresent(gone)
    }
}
