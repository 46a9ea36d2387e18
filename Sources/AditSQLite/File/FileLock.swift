import AditState

/// A lock of a store's file, on a byte that SQLite does not use, so that its readers do not conflict: exclusive, for
/// writing; shared, for reading a file that this process cannot write, which no other process opens for writing meanwhile.
///
/// Closing its descriptor releases it, however the process ends.
final class FileLock {
    let file: FileIdentity
    /// The file's descriptor, open as long as the lock is held.
    let descriptor: FileDescriptor
    let kind: FileDescriptor.LockKind
    private let generation = Fork.watch()

    /// After the bytes that SQLite locks (its `PENDING_BYTE` and the next 511).
    private static let byte: Range<Int> = 0x4000_0000 + 4096..<0x4000_0000 + 4097

    /// Takes ownership of a descriptor that holds the lock, and registers the file as open. Under the lock of
    /// ``OpenFiles``.
    init(_ descriptor: FileDescriptor, _ file: FileIdentity, _ kind: FileDescriptor.LockKind = .exclusive) {
        self.descriptor = descriptor
        self.kind = kind
        self.file = file
        OpenFiles.shared.add(file, descriptor)
    }

    // A forked child has closed its copy of the descriptor (``OpenFiles``).
    deinit { if generation.isCurrent { OpenFiles.shared.remove(file) } }

    /// Takes the lock if it is free.
    ///
    /// - Returns: whether the lock was free.
    static func acquire(
        _ descriptor: FileDescriptor, _ kind: FileDescriptor.LockKind = .exclusive
    ) throws(SystemError) -> Bool {
        do {
            try descriptor.lock(byte, kind)
            return true
        } catch {
            if error.isLocked { return false }
            throw error
        }
    }

    /// Releases the lock, and closes the descriptor.
    static func release(_ descriptor: FileDescriptor) {
        descriptor.unlock(byte)
        descriptor.close()
    }

    /// Returns whether a path still leads to the file.
    func isAt(_ path: String) -> Bool { FileIdentity(at: path) == file }
}
