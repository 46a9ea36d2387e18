/// One piece of asynchronous work in a core: a task, and the executor on which all of it runs.
///
/// An executor of its own is how the core knows whose job it is about to run. The jobs go to the core's ``ReadyQueue``,
/// which the core's loop drains: there is no thread.
///
/// The task is made where the effect is asked for, so that it has the task-local values of that place; its first job is
/// held back until the message that asked has succeeded.
package final class Effect: TaskExecutor, @unchecked Sendable {
    // All but the queue is touched by the core's loop only; what a task's body touches runs there.
    let key: EffectKey
    private let ready: ReadyQueue
    let environment: CoreEnvironment
    /// Given to everything that comes of it.
    private(set) var cause: Cause?
    private(set) var state = State.proposed
    /// What its work threw.
    private(set) var error: (any Error)?
    /// It is not heard any more.
    private(set) var isCancelled = false
    private var task: Task<Void, Never>?
    private var held: UnownedJob?
    /// The place of this one among the effects in flight.
    var number = 0
    /// The trace entries of its cause and of the effect itself; nil without a trace.
    var origin: Int?
    var traced: Int?

    enum State { case proposed, dropped, started, finished }

    init(
        _ key: EffectKey, _ ready: ReadyQueue, _ environment: CoreEnvironment, _ work: @escaping () async throws -> Void
    ) {
        self.key = key
        self.ready = ready
        self.environment = environment
        // The one unchecked promise: the work never leaves the core's loop, on which it was made, as every job of the
        // task runs on this executor. So it need not be `@Sendable`.
        nonisolated(unsafe) let work = work
        task = Task(executorPreference: self) { [self] in
            defer { finish() }
            guard state == .started, !isCancelled else { return }
            do { try await work() } catch { self.error = error }
        }
    }

    /// Takes a job of the task or of its children. Any thread; the first one comes from `init`.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard state != .proposed else { return held = job }
        let isOnLoop = CoreEnvironment.current === environment
        ready.push(job, of: self, isOnLoop: isOnLoop)
    }

    /// Lets it begin.
    func start(_ cause: Cause?) {
        self.cause = cause
        state = .started
        letGo()
    }

    /// Lets it end without having begun.
    func drop() {
        state = .dropped
        letGo()
    }

    private func letGo() {
        guard let job = held else { return }
        held = nil
        ready.push(job, of: self, isOnLoop: true)
    }

    /// Asks it to end; whatever it still puts out is not heard.
    func cancel() {
        guard !isCancelled, state == .started else { return }
        isCancelled = true
        task?.cancel()
    }

    private func finish() {
        if state == .started { state = .finished }
        task = nil
    }
}

/// The name of an effect: an id, in the scope of one ``Effects``.
struct EffectKey: Hashable {
    let scope: Int
    /// nil: it has none, and can only be cancelled with all others.
    let id: AnyHashable?
}
