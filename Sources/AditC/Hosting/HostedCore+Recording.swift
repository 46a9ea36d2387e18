import Adit
import AditJSON
import AditState
import CAdit

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
