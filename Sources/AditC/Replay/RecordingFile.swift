import Adit
import AditJSON
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

extension HostedCore {
    /// Records from now on, with the opening first.
    func record(in recorder: RecordingFile) throws(ABIError) {
        journal?.end()
        do { try journal?.takeRecorded(recorder.write) } catch {
            throw (error as? StorageFailure).map { ABIError($0) } ?? ABIError(ADIT_ESTORE, "\(error)")
        }
        self.recorder = recorder
    }

    /// Records what has happened, before the host hears of it. Where that is not possible, the host is told so, and the
    /// core goes on unrecorded: what watches an app must not stop it.
    func record() {
        guard let recorder else { return }
        do {
            try journal?.takeRecorded(recorder.write)
        } catch {
            self.recorder = nil
            journal?.stopRecording()
            hostWriter.cause = nil
            let code = (error as? StorageFailure)?.code ?? ADIT_ESTORE
            hostWriter.tellError(code, "\(error); the recording ends before, and the core goes on", of: nil)
        }
    }
}
