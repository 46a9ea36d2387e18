import AditState

extension TimerQueue {
    /// Suspends until the core's clock reaches `due`; returns at once if it already has. On the core's loop.
    ///
    /// - Throws: `CancellationError` whenever the task is cancelled.
    func sleep(until due: Int, on time: CoreTime) async throws {
        guard due > time.now else { return try Task.checkCancellation() }
        let sleeper = Sleeper()
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                sleeper.continuation = continuation
                sleeper.timer = add(due: due) { _ in sleeper.end(.success(())) }
            }
        } onCancel: {
            if let timer = sleeper.timer { remove(timer) }
            sleeper.end(.failure(CancellationError()))
        }
    }

    // Used on the core's loop only, on which tasks are cancelled.
    private final class Sleeper: @unchecked Sendable {
        var continuation: UnsafeContinuation<Void, any Error>?
        var timer: Timer?

        func end(_ result: Result<Void, any Error>) {
            continuation?.resume(with: result)
            continuation = nil
            timer = nil
        }
    }
}

extension CoreClock {
    /// The clock of a core.
    init(_ time: CoreTime, _ timers: TimerQueue) {
        self.init(
            now: { Instant(offset: .nanoseconds(time.now)) },
            sleep: { instant in try await timers.sleep(until: instant.offset.nanoseconds, on: time) })
    }
}
