import Adit
import AditJSON
import AditState
import CAdit
import Glibc

/// The file of a recording: lines are added to it, and nothing that is there is ever changed. The core's loop.
final class RecordingFile {
    let path: String
    private let isSynced: Bool
    private var descriptor: Int32
    /// How many bytes have been written.
    private var count: off_t = 0

    /// Creates the file; only the user can read it.
    ///
    /// - Throws: ``StorageFailure`` where it cannot be created, or something is there already.
    init(_ record: Config.Record) throws(StorageFailure) {
        path = record.path
        isSynced = record.durability == .full
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
        do {
            descriptor = Int32(try call { Int(open(record.path, flags, 0o600)) })
        } catch {
            throw error.number == EEXIST
                ? StorageFailure(.failed, "\(record.path) is there already; it is written to a file of its own")
                : .file(record.path, "could not be created", error.number)
        }
        // Says to others that it is in use: an export does not take its place.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit { close(descriptor) }

    /// Adds lines. They outlive the process from then on, and with durability `full` a loss of power.
    ///
    /// - Throws: ``StorageFailure`` where that is not possible. The file ends with the lines before, then.
    func write(_ lines: UnsafeRawBufferPointer) throws(StorageFailure) {
        var rest = lines[...]
        do throws(Errno) {
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                rest = rest.dropFirst(try call { Glibc.write(descriptor, piece.baseAddress, piece.count) })
            }
            if isSynced { try call { Int(fdatasync(descriptor)) } }
        } catch {
            // A line that is torn would do as well.
            _ = ftruncate(descriptor, count)
            throw .file(path, "could not be written", error.number)
        }
        count += off_t(lines.count)
    }

    /// Removes it: the core could not be opened.
    func remove() { unlink(path) }
}
