import AditJSON
import AditState
import CSQLite
import Glibc

extension FileLock {
    /// Locks the file of a store; creates it if it does not exist.
    ///
    /// - Parameter empty: the bytes of the file of an empty store; nil if the file must exist.
    /// - Returns: nil if the file does not exist and is not created.
    static func acquire(_ path: StorePath, creating empty: (() throws(StorageFailure) -> [UInt8])?)
        throws(StorageFailure) -> FileLock?
    {
        try OpenFiles.shared.lock.withLock { () throws(StorageFailure) -> FileLock? in
            // Retried if another process creates, replaces or removes the file at the same time.
            for _ in 0..<16 {
                let status = try path.attempt { () throws(SystemError) in try System.status(of: path.path) }
                if let status {
                    if let lock = try lockExisting(path, status) { return lock }
                } else {
                    guard let empty else { return nil }
                    if let lock = try create(path, empty()) { return lock }
                }
            }
            throw StorageFailure(.failed, "\(path.path) could not be opened: it is replaced again and again")
        }
    }

    /// - Returns: nil if the file was replaced meanwhile.
    private static func lockExisting(_ path: StorePath, _ status: stat) throws(StorageFailure) -> FileLock? {
        let name = path.path
        guard status.st_mode & S_IFMT == S_IFREG else {
            let what = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "no regular file"
            throw StorageFailure(.schema, "\(name) is no store of Adit's: it is \(what)")
        }
        let file = FileIdentity(status)
        if OpenFiles.shared.contains(file) { throw locked(name, "in this process") }
        let descriptor = try path.attempt { () throws(SystemError) in
            try System.open(name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        }
        return try keeping(descriptor) { () throws(StorageFailure) in
            let isFree = try path.attempt { () throws(SystemError) in try acquire(descriptor) }
            if !isFree { throw locked(name, "in another process") }
            let now = try path.attempt { () throws(SystemError) in
                (try System.status(of: descriptor), try System.status(of: name))
            }
            guard FileIdentity(now.0) == file, now.1.map(FileIdentity.init) == file else { return nil }
            return FileLock(descriptor, file)
        }
    }

    /// Creates the file under another name, complete and synced, and renames it: an incomplete file never has the
    /// store's name.
    ///
    /// - Returns: nil if the file exists by now.
    private static func create(_ path: StorePath, _ bytes: [UInt8]) throws(StorageFailure) -> FileLock? {
        try clearTheWay(for: path)
        let descriptor = try path.attempt("could not be created") { () throws(SystemError) in
            try System.open(path.new, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode: 0o600)
        }
        return try keeping(descriptor) { () throws(StorageFailure) in
            try path.attempt("could not be created") { () throws(SystemError) in
                if try !acquire(descriptor) { throw SystemError(number: EAGAIN) }
            }
            let left = try path.attempt("could not be created") { () throws(SystemError) in
                (
                    try System.status(of: descriptor), try System.status(of: path.new, followingLinks: false),
                    try System.head(of: descriptor, count: FileHeader.count)
                )
            }
            // The previous holder of the lock has renamed or removed the file.
            guard left.1.map(FileIdentity.init) == FileIdentity(left.0) else { return nil }
            guard left.0.st_mode & S_IFMT == S_IFREG, FileHeader(left.2).isBeginning else {
                throw StorageFailure(
                    .failed,
                    "\(path.path) could not be created: \(path.new), which is made first, is a file of somebody else's")
            }
            let isPlaced = try path.attempt("could not be created") { () throws(SystemError) in
                try fill(descriptor, bytes)
                return try place(path.new, path.path)
            }
            guard isPlaced else { return nil }
            try path.attempt("could not be created") { () throws(SystemError) in
                try System.synchronize(directory: path.directory)
            }
            return FileLock(descriptor, FileIdentity(left.0))
        }
    }

    private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
        try systemCall { ftruncate(descriptor, 0) }
        try systemCall { fchmod(descriptor, 0o600) }
        try System.write(bytes, to: descriptor)
        try System.synchronize(descriptor)
    }

    /// Renames a file unless the new name exists.
    ///
    /// - Returns: false if the new name exists.
    private static func place(_ from: String, _ to: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try systemCall { renameat2(AT_FDCWD, from, AT_FDCWD, to, UInt32(ADIT_RENAME_NOREPLACE)) }
            return true
        } catch {
            switch error.number {
            case EEXIST: return false
            // Some file systems do not support it.
            case EINVAL, ENOSYS:
                do throws(SystemError) {
                    try systemCall { link(from, to) }
                } catch {
                    if error.number == EEXIST { return false }
                    throw error
                }
                try System.remove(from)
                return true
            default: throw error
            }
        }
    }

    /// Removes files that SQLite would take for parts of a new database.
    private static func clearTheWay(for path: StorePath) throws(StorageFailure) {
        try path.attempt("could not be created") { () throws(SystemError) in
            if try path.isBeingRemoved() { try path.finishRemoval() }
        }
        try path.checkBesideNew()
        for beside in [path.wal, path.journal] {
            let left = try path.attempt("could not be created") { () throws(SystemError) in
                try System.status(of: beside, followingLinks: false)
            }
            if let left, left.st_size > 0 {
                throw StorageFailure(
                    .failed,
                    """
                    \(path.path) could not be created: \(beside) is there, which has a part of what a file at that path \
                    held; put that file back, or move this one away
                    """)
            }
        }
        try path.attempt("could not be created") { () throws(SystemError) in
            for beside in [path.wal, path.shm, path.head, path.journal] { try System.remove(beside) }
        }
    }

    /// Closes a descriptor unless it becomes that of a lock.
    private static func keeping(_ descriptor: Int32, _ body: () throws(StorageFailure) -> FileLock?)
        throws(StorageFailure) -> FileLock?
    {
        var lock: FileLock?
        defer {
            if lock == nil {
                release(descriptor)
                close(descriptor)
            }
        }
        lock = try body()
        return lock
    }
}

private func locked(_ name: String, _ place: String) -> StorageFailure {
    StorageFailure(.locked, "\(name) is open \(place) already; one core at a time can have it: close that one first")
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
        guard let status = try System.status(of: gone, followingLinks: false), status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        let descriptor = try System.open(gone, O_RDONLY | O_NOFOLLOW)
        defer { close(descriptor) }
        let bytes = try System.head(of: descriptor, count: FileHeader.count)
        return bytes.count == FileHeader.count && FileHeader(bytes).isBeginning
    }

    /// Removes the remaining files of a store whose file was renamed to ``gone``; that file last.
    func finishRemoval() throws(SystemError) {
        try removeBeside()
        try System.remove(gone)
    }
}
