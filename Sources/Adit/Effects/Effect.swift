/// A piece of work in a core: a task, and the executor on which all of it runs, or a step without a task.
///
/// Each effect is its own executor, so the core knows which effect a job belongs to. The jobs go to the core's
/// ``ReadyQueue``, which the core's loop drains: there is no thread.
///
/// The task is created at the request, so that it has the task-local values of that place; its first job is held back
/// until the requesting message has succeeded.
package final class Effect: TaskExecutor, @unchecked Sendable {
    // Only the core's loop accesses the properties, except the queue; the body of the task runs on that loop, too.
    // Accesses last for one statement each.
    let key: EffectKey
    private let ready: ReadyQueue
    let environment: CoreEnvironment
    /// The cause of all its outputs and requests.
    @exclusivity(unchecked) package private(set) var cause: Cause?
    @exclusivity(unchecked) private(set) var state = State.proposed
    /// The error that its work threw.
    @exclusivity(unchecked) private(set) var error: (any Error)?
    /// Whether it is cancelled: its outputs are discarded.
    @exclusivity(unchecked) private(set) var isCancelled = false
    @exclusivity(unchecked) private var task: Task<Void, Never>?
    @exclusivity(unchecked) private var held: UnownedJob?
    /// Whether the work is started only to be cancelled.
    @exclusivity(unchecked) private var isHeldBack = false
    /// The work of an effect without a task; nil of others, and once it has ended.
    @exclusivity(unchecked) private var step: (() throws -> Void)?
    /// Its number among the effects of the core; 0 until it starts.
    @exclusivity(unchecked) var number = 0
    /// Whether it has an id.
    let isNamed: Bool
    /// The trace entries of its cause and of the effect itself; nil without a trace.
    @exclusivity(unchecked) var origin: Int?
    @exclusivity(unchecked) var traced: Int?

    enum State { case proposed, dropped, started, finished }

    init(
        _ key: EffectKey, _ ready: ReadyQueue, _ environment: CoreEnvironment, _ work: @escaping () async throws -> Void
    ) {
        self.key = key
        isNamed = key.hasID
        self.ready = ready
        self.environment = environment
        // Invariant: the work never leaves the core's loop, on which it was made, as every job of the task runs on this
        // executor. So it need not be `@Sendable`.
        nonisolated(unsafe) let work = work
        task = Task(executorPreference: self) { [self] in
            defer { finish() }
            guard state == .started, !isCancelled else { return }
            do { try await work() } catch { self.error = error }
        }
    }

    /// Creates an effect that does not suspend: it has one job and no task.
    init(_ key: EffectKey, _ ready: ReadyQueue, _ environment: CoreEnvironment, step: @escaping () throws -> Void) {
        self.key = key
        isNamed = key.hasID
        self.ready = ready
        self.environment = environment
        self.step = step
    }

    /// Enqueues a job of the task or of its children. Any thread; the first one comes from `init`.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard state != .proposed else { return held = job }
        let isOnLoop = CoreEnvironment.current === environment
        ready.push(job, of: self, isOnLoop: isOnLoop)
    }

    /// Starts the work.
    func start(_ cause: Cause?) {
        self.cause = cause
        state = .started
        release()
    }

    /// Counts as started, but runs only once it is cancelled, and then none of its work.
    func hold(_ cause: Cause?) {
        self.cause = cause
        state = .started
        isHeldBack = true
    }

    /// Ends the task without starting the work.
    func drop() {
        state = .dropped
        if step != nil { return step = nil }
        release()
    }

    /// Runs the work of an effect without a task.
    func runStep() {
        guard let step else { return }
        self.step = nil
        if !isCancelled {
            do { try environment.withScope(cause?.values, step) } catch { self.error = error }
        }
        finish()
    }

    private func release() {
        if step != nil { return ready.push(nil, of: self, isOnLoop: true) }
        guard let job = held else { return }
        held = nil
        ready.push(job, of: self, isOnLoop: true)
    }

    /// Cancels the task; further outputs are discarded.
    func cancel() {
        guard !isCancelled, state == .started else { return }
        isCancelled = true
        task?.cancel()
        guard isHeldBack else { return }
        isHeldBack = false
        release()
    }

    private func finish() {
        if state == .started { state = .finished }
        task = nil
    }
}

/// The key of an effect: an id, in the scope of one ``Effects``.
struct EffectKey: Hashable {
    let scope: Int
    /// nil for an effect without an id, which can only be cancelled with all others.
    let id: AnyHashable?

    /// Whether there is an id. By its case: `id != nil` would copy and compare the ids' boxes.
    var hasID: Bool { if case .some = id { true } else { false } }
}
