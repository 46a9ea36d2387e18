import AditState
public import Synchronization

/// A queue of the runnable jobs of effects, in order. Any thread pushes; the core's loop pops.
@usableFromInline
package final class ReadyQueue: @unchecked Sendable {
    // `arrived` is accessed under the lock; `taken` and `next` by the core's loop only. Accesses last for one
    // statement.
    private let lock = Lock()
    @exclusivity(unchecked) private var arrived: [Job?] = []
    /// Popped jobs are nil: the queue must not retain an ended effect, which retains the queue.
    @exclusivity(unchecked) private var taken: [Job?] = []
    @exclusivity(unchecked) private var next = 0
    @usableFromInline let waiting = Atomic<Int>(0)
    /// Notified when another thread than the core's pushes a job. Unchecked: it is set before there are jobs, and does
    /// not change afterwards.
    package nonisolated(unsafe) var wake: () -> Void = {}

    struct Job {
        /// A job of the effect's task; nil if it has none.
        let job: UnownedJob?
        let effect: Effect
    }

    /// Whether there are jobs. Any thread.
    @inlinable package var hasJobs: Bool { waiting.load(ordering: .acquiring) > 0 }

    /// Pushes a job. Any thread.
    ///
    /// - Parameter job: a job of the effect's task; nil if it has none.
    func push(_ job: UnownedJob?, of effect: Effect, isOnLoop: Bool) {
        lock.withLock { arrived.append(Job(job: job, effect: effect)) }
        waiting.add(1, ordering: .releasing)
        if !isOnLoop { wake() }
    }

    /// Pops the next job; nil if the queue is empty. The core's loop.
    func pop() -> Job? {
        if next == taken.count {
            guard hasJobs else { return nil }
            taken.removeAll(keepingCapacity: taken.count <= 4096)
            next = 0
            lock.withLock { swap(&taken, &arrived) }
            guard !taken.isEmpty else { return nil }
        }
        waiting.subtract(1, ordering: .relaxed)
        let job = taken[next]
        taken[next] = nil
        next += 1
        return job
    }
}
