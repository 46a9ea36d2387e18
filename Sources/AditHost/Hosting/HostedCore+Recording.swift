import Adit
import AditJSON
import AditState

extension HostedCore {
    /// Starts recording; the first entry is the opening.
    package func record(in recorder: RecordingFile) throws(HostError) {
        journal?.end()
        do { try journal?.takeRecorded(recorder.write) } catch {
            throw (error as? StorageFailure).map { HostError($0) } ?? HostError(.store, "\(error)")
        }
        self.recorder = recorder
    }

    /// Writes the pending entries to the recording, before the host receives their output. If that fails, the recording
    /// ends with an `@error` to the host, and the core goes on: a recorder must not stop the app.
    func record() {
        guard let recorder else { return }
        do {
            try journal?.takeRecorded(recorder.write)
        } catch {
            self.recorder = nil
            journal?.stopRecording()
            let code = (error as? StorageFailure)?.code ?? .store
            hostWriter.tellError(code, "\(error); the recording ends before, and the core goes on", of: nil)
        }
    }
}
