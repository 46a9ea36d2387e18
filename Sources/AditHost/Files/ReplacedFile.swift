import Adit
import AditJSON
import AditState

/// A file that is to be replaced, checked and locked: it is not in use, and is neither part of a store nor a recording.
/// The locks are held for the lifetime of the object.
final class ReplacedFile {
    private let descriptor: FileDescriptor
    private let identity: FileIdentity

    /// Opens and locks it.
    ///
    /// - Parameters:
    ///   - path: the path as the host gave it.
    ///   - name: its name in a directory.
    /// - Throws: ``StorageFailure`` if it must not be replaced: `locked` if another process or descriptor holds a lock
    ///   on it.
    init(_ path: String, _ name: String, in directory: FileDescriptor) throws(StorageFailure) {
        do { identity = try FileStatus(of: name, in: directory, followingLinks: false).identity } catch {
            throw .file(path, "could not be replaced", error)
        }
        // Closing a descriptor of a file releases all locks of this process on it, also those of another SQLite.
        if FileDescriptor.isOpen(identity) { throw .notReplaced(path, "a file that this process has open") }
        let isWritable: Bool
        do { (descriptor, isWritable) = try ReplacedFile.open(name, in: directory) } catch {
            throw .file(path, "could not be replaced", error)
        }
        guard let own = try? descriptor.status(), own.kind == .regular else { throw .file(path, found: .other) }
        guard isSame(own) else { throw .notReplaced(path, "a file that is being replaced") }
        guard lock(isWritable) else {
            throw StorageFailure(.locked, "\(path): another process holds a lock on it, so it was not replaced")
        }
        let kept: String?
        do throws(SystemError) { kept = try ReplacedFile.isKept(descriptor) } catch {
            throw .file(path, "could not be read", error)
        }
        if let kept { throw .notReplaced(path, kept) }
    }

    deinit { descriptor.close() }

    func isSame(_ status: FileStatus) -> Bool { status.identity == identity }

    private static func open(
        _ name: String, in directory: FileDescriptor
    ) throws(SystemError) -> (FileDescriptor, isWritable: Bool) {
        do {
            return (try FileDescriptor.open(name, in: directory, .readWrite, [.noFollow, .anyKind]), true)
        } catch {
            guard error.refusesWriting else { throw error }
            return (try FileDescriptor.open(name, in: directory, .readOnly, [.noFollow, .anyKind]), false)
        }
    }

    /// Takes every kind of lock on the whole file, so that no other holder exists or can appear.
    private func lock(_ isWritable: Bool) -> Bool {
        // A file system without locks has no holders.
        func isFree(_ lock: () throws(SystemError) -> Void) -> Bool {
            do {
                try lock()
                return true
            } catch {
                return !error.isLocked
            }
        }
        guard isFree(descriptor.lockFile),
            isFree({ () throws(SystemError) in try descriptor.lock(nil, isWritable ? .exclusive : .shared) })
        else { return false }
        // A shared lock is compatible with that of a reader: look for such a reader.
        return isWritable || descriptor.isUnlocked
    }
}

// MARK: - Protected files

extension ReplacedFile {
    /// Returns what kind of protected file it is; nil if it may be replaced.
    static func isKept(_ file: FileDescriptor) throws(SystemError) -> String? {
        let head = try file.prefix(72)
        if head.starts(with: "SQLite format 3\0".utf8) {
            return head.count == 72 && head[68..<72].elementsEqual("Adit".utf8) ? "a store" : "a database"
        }
        // The log of a database, and its journal (<https://www.sqlite.org/fileformat.html>, 4.1 and 3).
        let logs: [[UInt8]] = [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83], [0xD9, 0xD5, 0x05, 0xF9]]
        if logs.contains(where: head.starts) { return "what belongs to a database" }
        if head.starts(with: #"{"n":1,"open":{"#.utf8) { return "a recording" }
        return nil
    }

    /// Checks that a name is not one that SQLite uses for a file beside a database.
    ///
    /// - Parameter path: the path as the host gave it.
    static func checkIsNoSibling(_ path: String, _ name: String, in directory: FileDescriptor) throws(StorageFailure) {
        for suffix in ["-wal", "-shm", "-journal", "-head"] where name.hasSuffix(suffix) {
            let status = try? FileStatus(of: String(name.dropLast(suffix.count)), in: directory)
            guard status?.kind == .regular else { continue }
            let base = path.dropLast(suffix.count)
            throw .notReplaced(path, "the place of what belongs to \(base), where that is a database")
        }
    }
}

extension StorageFailure {
    /// The path has a protected file, which is not replaced.
    fileprivate static func notReplaced(_ path: String, _ what: String) -> StorageFailure {
        StorageFailure(.failed, "\(path): found \(what), which is not replaced; another path is expected")
    }
}
