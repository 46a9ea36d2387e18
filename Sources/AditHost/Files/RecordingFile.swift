import Adit
import AditJSON
import AditState

/// An append-only file of a recording. The core's loop.
package final class RecordingFile {
    /// The path as the host gave it, for errors.
    let path: String
    private let absolutePath: String
    private let isSynced: Bool
    private let descriptor: FileDescriptor
    /// The number of written bytes.
    private var count = 0

    /// Creates the file; only the user can read it.
    ///
    /// - Throws: ``StorageFailure`` if it cannot be created, or the path exists.
    package init(_ record: Config.Record) throws(StorageFailure) {
        path = record.path.path
        absolutePath = record.path.absolute
        isSynced = record.durability == .full
        do {
            descriptor = try FileDescriptor.open(
                absolutePath, .writeOnly, [.exclusiveCreate, .append], permissions: 0o600)
        } catch {
            throw error == .exists
                ? StorageFailure(.failed, "\(record.path.path) is there already; it is written to a file of its own")
                : .file(record.path.path, "could not be created", error)
        }
        // Marks the file as in use, so that no export replaces it.
        try? descriptor.lockFile()
    }

    deinit { descriptor.close() }

    /// Appends lines. They survive the end of the process, and with durability `full` a loss of power.
    ///
    /// - Throws: ``StorageFailure`` if they cannot be written. The file then ends with the lines before.
    package func write(_ lines: UnsafeRawBufferPointer) throws(StorageFailure) {
        do throws(SystemError) {
            try descriptor.write(lines)
            if isSynced { try descriptor.synchronizeData() }
        } catch {
            // If this fails, readers also accept an incomplete last line.
            try? descriptor.truncate(to: count)
            throw .file(path, "could not be written", error)
        }
        count += lines.count
    }

    /// Removes the file, if the core or the scenario that it is for failed.
    package func remove() { try? FileSystem.remove(absolutePath) }
}
