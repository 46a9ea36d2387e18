import Testing

/// Runs tests that wait for other processes on threads outside of Swift's pool, which has one for each processor: the tests beside them
/// keep all of it.
package struct OnOwnThreads: SuiteTrait, TestScoping {
    private final class Executor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            Threads.start { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    package func provideScope(
        for _: Test, testCase _: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Executor()) { try await function() }
    }
}

extension Trait where Self == OnOwnThreads {
    /// Runs the tests of a suite on threads outside of Swift's pool.
    package static var onOwnThreads: OnOwnThreads { OnOwnThreads() }
}
