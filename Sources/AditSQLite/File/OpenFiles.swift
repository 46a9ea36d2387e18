import AditState

/// A registry of the stores' files that this process has open.
///
/// Check it before opening another descriptor of a file: closing that descriptor would release SQLite's POSIX locks
/// (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
final class OpenFiles: @unchecked Sendable {  // `descriptors` is touched under `lock` only.
    static let shared = OpenFiles()

    /// Held while a file is searched, created and locked.
    let lock = Lock()
    private var descriptors: [FileIdentity: FileDescriptor] = [:]
    /// The descriptors of files beside the stores.
    private var beside: Set<FileDescriptor> = []

    private init() {
        Fork.protect(lock)
        // Otherwise, a child process would hold the lock after its parent has ended.
        Fork.whenForked { OpenFiles.shared.forgetInChild() }
    }

    func contains(_ file: FileIdentity) -> Bool { descriptors[file] != nil }

    /// Adds a file with the descriptor that locks it.
    func add(_ file: FileIdentity, _ descriptor: FileDescriptor) { descriptors[file] = descriptor }

    /// Closes the descriptor, and removes the file.
    func remove(_ file: FileIdentity) {
        lock.withLock {
            guard let descriptor = descriptors.removeValue(forKey: file) else { return }
            FileLock.release(descriptor)
        }
    }

    /// Opens a file beside the file of an open store.
    func open(
        beside path: String, _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions,
        permissions: UInt32 = 0
    ) throws(SystemError) -> FileDescriptor {
        try lock.withLock { () throws(SystemError) in
            let descriptor = try FileDescriptor.open(path, mode, options, permissions: permissions)
            beside.insert(descriptor)
            return descriptor
        }
    }

    func close(beside descriptor: FileDescriptor) {
        lock.withLock {
            if beside.remove(descriptor) != nil { descriptor.close() }
        }
    }

    // The child has one thread, and `fork` was called with the lock held.
    private func forgetInChild() {
        for descriptor in descriptors.values { descriptor.close() }
        for descriptor in beside { descriptor.close() }
        descriptors = [:]
        beside = []
    }
}

extension SQLiteStorage {
    /// Returns whether a path leads to the file of a store that this process has open, or to a file beside one. Opening
    /// and closing it would release SQLite's locks (``OpenFiles``). Any thread.
    package static func hasOpen(_ path: String) -> Bool {
        let besides = ["-wal", "-shm", "-head", "-journal"].filter(path.hasSuffix).map {
            String(path.dropLast($0.count))
        }
        return OpenFiles.shared.lock.withLock {
            ([path] + besides).contains { path in
                (try? FileStatus(of: path)).map { OpenFiles.shared.contains($0.identity) } ?? false
            }
        }
    }
}
