import Adit
import AditState

// A paused core holds no lock of its store, so that a phone may put its program to sleep.
extension HostedCore {
    /// Whether the core is paused. Any thread.
    package var isPaused: Bool { blockage.load(ordering: .relaxed) == .paused }

    /// Lets the store go. The batch has ended.
    func pause(_ cause: Cause?) {
        do { try core.pauseStore() } catch let error as StorageFailure {
            return hostWriter.tellError(error.code, "@pause: \(error)", of: cause)
        } catch {
            return hostWriter.tellError(.store, "@pause: \(error)", of: cause)
        }
        inbox.putBack()
        blockage.store(.paused, ordering: .releasing)
        hostWriter.send(.paused(revision: Count(core.revision)), of: cause)
    }

    /// Takes the store again. If that fails, the core is still paused.
    func resume(_ cause: Cause?) {
        guard isPaused else {
            return hostWriter.tellError(.message, "@resume: the core is not paused", of: cause)
        }
        do { try core.resumeStore() } catch {
            return hostWriter.tellError(error.code, "@resume: \(error)", of: cause)
        }
        blockage.store(.none, ordering: .releasing)
        hostWriter.send(.resumed(revision: Count(core.revision)), of: cause)
    }

    /// Ends the pause of a core that closes. If its store cannot be opened, what the closing would write is lost; no
    /// message about it has been sent.
    func endPause() {
        guard isPaused else { return }
        try? core.resumeStore()
        blockage.store(.none, ordering: .releasing)
    }
}
