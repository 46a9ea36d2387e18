import Adit
import AditState

// A paused core holds no lock of its store, so that a phone may put its program to sleep.
extension HostedCore {
    /// Whether the core is paused. Any thread.
    package var isPaused: Bool { blockage.isPaused }

    /// Lets the store go. The batch has ended.
    func pause(_ cause: Cause?) {
        do { try loop.persister?.pause() } catch let error as StorageFailure {
            hostWriter.sendError(error.code, "@pause: \(error)", of: cause)
            if loop.isFenced { blockage.fence() }
            return
        } catch {
            return hostWriter.sendError(.store, "@pause: \(error)", of: cause)
        }
        inbox.putBack()
        blockage.pause()
        hostWriter.send(.paused(revision: Count(loop.revision)), of: cause)
    }

    /// Takes the store again. If that fails, the core is still paused.
    func resume(_ cause: Cause?) {
        guard isPaused else {
            return hostWriter.sendError(.message, "@resume: the core is not paused", of: cause)
        }
        do { try loop.persister?.resume() } catch {
            hostWriter.sendError(error.code, "@resume: \(error)", of: cause)
            if loop.isFenced { blockage.fence() }
            return
        }
        blockage.end()
        hostWriter.send(.resumed(revision: Count(loop.revision)), of: cause)
    }

    /// Ends the pause of a core that closes. If its store cannot be opened, the output of closing is lost; no message
    /// about it has been sent.
    func endPause() {
        guard isPaused else { return }
        try? loop.persister?.resume()
        blockage.end()
    }
}
