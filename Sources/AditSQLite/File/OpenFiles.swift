import AditState
import AditSystem
import Glibc

/// A file, whatever it is called.
struct FileIdentity: Hashable {
    let device: dev_t
    let inode: ino_t

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }
}

/// The stores' files that this process has open.
///
/// It is asked before any other descriptor of a file is opened: closing that one would take away the locks that SQLite
/// holds, as POSIX has it (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
final class OpenFiles: @unchecked Sendable {  // `descriptors` is touched under `lock` only.
    static let shared = OpenFiles()

    /// Held while a file is being found, made and locked.
    let lock = Lock()
    private var descriptors: [FileIdentity: Int32] = [:]
    /// Of what is beside them.
    private var beside: Set<Int32> = []

    private init() {
        Fork.protect(lock)
        // A child that lives on would hold the lock on the file after its parent is gone.
        pthread_atfork(nil, nil) { OpenFiles.shared.forgetInChild() }
    }

    func contains(_ file: FileIdentity) -> Bool { descriptors[file] != nil }

    /// Adds a file that is locked by way of a descriptor.
    func add(_ file: FileIdentity, _ descriptor: Int32) { descriptors[file] = descriptor }

    /// Closes the descriptor, and lets others have the file.
    func remove(_ file: FileIdentity) {
        lock.withLock {
            guard let descriptor = descriptors.removeValue(forKey: file) else { return }
            FileLock.release(descriptor)
            Glibc.close(descriptor)
        }
    }

    /// Opens what is beside a file that is open.
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

    // The child has one thread, and the lock was held while it was made.
    private func forgetInChild() {
        for descriptor in descriptors.values { Glibc.close(descriptor) }
        for descriptor in beside { Glibc.close(descriptor) }
        descriptors = [:]
        beside = []
    }
}
