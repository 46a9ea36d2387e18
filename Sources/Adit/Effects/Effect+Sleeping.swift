// The only use of an interface of Swift that is not public, for the warning about `Task.sleep`. Swift 6.3 passes a sleep
// to the executor that the task prefers, if that conforms to SchedulingExecutor, and otherwise to its own executor, which
// calls none of the runtime's hooks: without the conformance, a core cannot notice it. A newer compiler, in which the
// protocol may differ, builds Adit without the warning; StrayTaskTests then fails, as a reminder.
#if compiler(>=6.3) && compiler(<6.4)
    @_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) internal import _Concurrency

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
#endif

extension CoreWarning {
    /// An effect sleeps on another clock than the core's.
    static let taskSleep = CoreWarning(
        id: "taskSleep",
        """
        an effect sleeps by Task.sleep, which does not follow the core's clock: a test waits for it in real time, and a \
        replay does not wait for it. Use try await clock.sleep(for: …) with @Dependency(\\.clock), or effects.after(…)
        """)
}
