import Adit
import AditJSON
import AditState
import CAdit

extension HostedCore {
    /// Starts recording; the first entry is the opening.
    func record(in recorder: RecordingFile) throws(ABIError) {
        journal?.end()
        do { try journal?.takeRecorded(recorder.write) } catch {
            throw (error as? StorageFailure).map { ABIError($0) } ?? ABIError(ADIT_ESTORE, "\(error)")
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
            hostWriter.cause = nil
            let code = (error as? StorageFailure)?.code ?? ADIT_ESTORE
            hostWriter.tellError(code, "\(error); the recording ends before, and the core goes on", of: nil)
        }
    }
}
