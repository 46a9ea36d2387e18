import AditSystem
public import Synchronization

/// The jobs of effects that can run now, in the order in which they became ready. Any thread puts in, the core's loop
/// takes out.
@usableFromInline
package final class ReadyQueue: @unchecked Sendable {
    // `arrived` is touched under the lock; `taken` and `next` by the core's loop only. Accesses last for one statement.
    private let lock = Lock()
    @exclusivity(unchecked) private var arrived: [Job?] = []
    /// What was given out is nil: an effect that has ended must not be kept by the queue that it keeps.
    @exclusivity(unchecked) private var taken: [Job?] = []
    @exclusivity(unchecked) private var next = 0
    @usableFromInline let waiting = Atomic<Int>(0)
    /// Told of a job that another thread than the core's has made ready. Unchecked: it is set before there are any, and
    /// not changed any more.
    package nonisolated(unsafe) var wake: () -> Void = {}

    struct Job {
        let job: UnownedJob
        let effect: Effect
    }

    /// Whether jobs wait. Any thread.
    @inlinable package var hasJobs: Bool { waiting.load(ordering: .acquiring) > 0 }

    /// Puts a job in. Any thread.
    func push(_ job: UnownedJob, of effect: Effect, isOnLoop: Bool) {
        lock.withLock { arrived.append(Job(job: job, effect: effect)) }
        waiting.add(1, ordering: .releasing)
        if !isOnLoop { wake() }
    }

    /// Takes the next job out. The core's loop.
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
