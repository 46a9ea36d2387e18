@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) internal import _Concurrency

// Swift passes `Task.sleep` to the executor that a task prefers, if that executor conforms to this protocol.
extension Effect: SchedulingExecutor {
    package func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        enqueue(job, at: clock.now.advanced(by: delay), tolerance: tolerance, clock: clock)
    }

    /// Schedules the end of a sleep on Swift's default executor, and warns: it does not follow the core's clock. Any
    /// thread.
    package func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        if CoreEnvironment.current === environment { environment.warnOnce(.taskSleep) }
        guard let scheduler = Task<Never, Never>.defaultExecutor as? any SchedulingExecutor else {
            return Task<Never, Never>.defaultExecutor.enqueue(job)
        }
        scheduler.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
    }
}

extension CoreWarning {
    /// An effect sleeps on another clock than the core's.
    static let taskSleep = CoreWarning(
        id: "taskSleep",
        """
        an effect sleeps by Task.sleep, which does not follow the core's clock: a test waits for it in real time, and a \
        replay does not wait for it. Use try await clock.sleep(for: …) with @Dependency(\\.clock), or effects.after(…)
        """)
}
