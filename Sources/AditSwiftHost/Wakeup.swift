import AditState

/// A signal for which one task waits.
final class Wakeup: @unchecked Sendable {  // Accessed under the lock.
    private let lock = Lock()
    private var isSignalled = false
    private var waiting: UnsafeContinuation<Void, Never>?

    /// Resumes the waiting task, or the next one to wait. Any thread.
    func signal() {
        let continuation = lock.withLock {
            isSignalled = waiting == nil
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume()
    }

    /// Waits for the signal, for a time or the task's cancellation.
    ///
    /// - Parameter duration: nil for no limit.
    func wait(atMost duration: Duration?, isolation: isolated (any Actor)? = #isolation) async {
        // The suspending clock is that of the core's timers.
        let timer = duration.map { duration in
            Task {
                try? await Task.sleep(for: duration, clock: .suspending)
                if !Task.isCancelled { signal() }
            }
        }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let isDue = lock.withLock {
                    if isSignalled || Task.isCancelled {
                        isSignalled = false
                        return true
                    }
                    waiting = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            signal()
        }
        timer?.cancel()
    }
}
