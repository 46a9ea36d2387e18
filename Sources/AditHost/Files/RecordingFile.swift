import Adit
import AditJSON
import AditState
import Glibc

/// An append-only file of a recording. The core's loop.
package final class RecordingFile {
    /// The path as the host gave it, for errors.
    let path: String
    private let absolutePath: String
    private let isSynced: Bool
    private var descriptor: Int32
    /// The number of written bytes.
    private var count: off_t = 0

    /// Creates the file; only the user can read it.
    ///
    /// - Throws: ``StorageFailure`` if it cannot be created, or the path exists.
    package init(_ record: Config.Record) throws(StorageFailure) {
        path = record.path.path
        absolutePath = record.path.absolute
        isSynced = record.durability == .full
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
        do {
            descriptor = try openDescriptor { open(record.path.absolute, flags, 0o600) }
        } catch {
            throw error.number == EEXIST
                ? StorageFailure(.failed, "\(record.path.path) is there already; it is written to a file of its own")
                : .file(record.path.path, "could not be created", error.number)
        }
        // Marks the file as in use, so that no export replaces it.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit { close(descriptor) }

    /// Appends lines. They survive the end of the process, and with durability `full` a loss of power.
    ///
    /// - Throws: ``StorageFailure`` if they cannot be written. The file then ends with the lines before.
    package func write(_ lines: UnsafeRawBufferPointer) throws(StorageFailure) {
        var rest = lines[...]
        do throws(SystemError) {
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                rest = rest.dropFirst(try systemCall { Glibc.write(descriptor, piece.baseAddress, piece.count) })
            }
            if isSynced { try systemCall { Int(fdatasync(descriptor)) } }
        } catch {
            // If this fails, readers also accept an incomplete last line.
            _ = ftruncate(descriptor, count)
            throw .file(path, "could not be written", error.number)
        }
        count += off_t(lines.count)
    }

    /// Removes the file, if the core or the scenario that it is for failed.
    package func remove() { unlink(absolutePath) }
}
