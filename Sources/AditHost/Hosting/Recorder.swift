import Adit
import AditJSON
import AditState

/// The recording of a core: the entries of its journal, in a file. The core's loop.
package final class Recorder {
    private let journal: Journal
    private let hostWriter: HostMessageWriter
    /// nil if disabled, or after a failed write.
    @exclusivity(unchecked) private var file: RecordingFile?

    init(_ journal: Journal, _ hostWriter: HostMessageWriter) {
        self.journal = journal
        self.hostWriter = hostWriter
    }

    /// Starts the recording; the first entry is the opening.
    package func start(in file: RecordingFile) throws(HostError) {
        journal.end()
        do { try journal.drainRecorded(file.write) } catch {
            throw (error as? StorageFailure).map { HostError($0) } ?? HostError(.store, "\(error)")
        }
        self.file = file
    }

    /// Writes the pending entries, before the host receives their output. If that fails, the recording ends with an
    /// `@error` to the host, and the core continues: a recorder must not stop the app.
    func write() {
        guard let file else { return }
        do {
            try journal.drainRecorded(file.write)
        } catch {
            self.file = nil
            journal.stopRecording()
            let code = (error as? StorageFailure)?.code ?? .store
            hostWriter.sendError(code, "\(error); the recording ends before, and the core goes on", of: nil)
        }
    }

    /// Writes the last entries, and ends the recording.
    func end() {
        write()
        file = nil
    }
}
