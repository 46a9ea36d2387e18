import AditState
import CSQLite
import Glibc

/// The identity of a file, independent of its name.
struct FileIdentity: Hashable {
    let device: dev_t
    let inode: ino_t

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }

    /// The identity of the file that a path leads to; nil if it leads to no file. Leaves the file's times unread, so that
    /// the next write does not have to record a new one (`adit_identify`).
    init?(at path: UnsafePointer<CChar>, followingLinks: Bool = true) {
        var (device, inode) = (dev_t(), ino_t())
        guard adit_identify(path, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW, &device, &inode) == 0 else { return nil }
        (self.device, self.inode) = (device, inode)
    }
}

/// A registry of the stores' files that this process has open.
///
/// Check it before opening another descriptor of a file: closing that descriptor would release SQLite's POSIX locks
/// (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
final class OpenFiles: @unchecked Sendable {  // `descriptors` is touched under `lock` only.
    static let shared = OpenFiles()

    /// Held while a file is searched, created and locked.
    let lock = Lock()
    private var descriptors: [FileIdentity: Int32] = [:]
    /// The descriptors of files beside the stores.
    private var beside: Set<Int32> = []

    private init() {
        Fork.protect(lock)
        // Otherwise, a child process would hold the lock after its parent has ended.
        pthread_atfork(nil, nil) { OpenFiles.shared.forgetInChild() }
    }

    func contains(_ file: FileIdentity) -> Bool { descriptors[file] != nil }

    /// Adds a file with the descriptor that locks it.
    func add(_ file: FileIdentity, _ descriptor: Int32) { descriptors[file] = descriptor }

    /// Closes the descriptor, and removes the file.
    func remove(_ file: FileIdentity) {
        lock.withLock {
            guard let descriptor = descriptors.removeValue(forKey: file) else { return }
            FileLock.release(descriptor)
            Glibc.close(descriptor)
        }
    }

    /// Opens a file beside the file of an open store.
    func open(beside path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> Int32 {
        try lock.withLock { () throws(SystemError) in
            let descriptor = try System.open(path, flags, mode: mode)
            beside.insert(descriptor)
            return descriptor
        }
    }

    func close(beside descriptor: Int32) {
        lock.withLock {
            if beside.remove(descriptor) != nil { Glibc.close(descriptor) }
        }
    }

    // The child has one thread, and `fork` was called with the lock held.
    private func forgetInChild() {
        for descriptor in descriptors.values { Glibc.close(descriptor) }
        for descriptor in beside { Glibc.close(descriptor) }
        descriptors = [:]
        beside = []
    }
}
