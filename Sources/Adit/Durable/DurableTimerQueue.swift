import AditJSON
import AditState

/// The durable timers of a core: each outputs its message once it is due, also after the core was opened again. The
/// core's loop.
final class DurableTimerQueue {
    private struct Entry {
        let id: EffectID
        /// The app's id.
        let key: ByteString
        /// The due time since the opening.
        let due: Duration
        let message: WrittenJSON
        let cause: Cause?
        /// The trace entry of its cause.
        var origin: Int?
        /// When it may fire again if its message is lost. Counted from its firing, so that a replay finds the same time.
        var earliest = Duration.zero
        var timer: TimerQueue.Timer?
    }

    private unowned let runner: EffectRunner
    private let log: DurableLog
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var entries: [EffectID: Entry] = [:]
    /// The timers by the app's ids.
    private var ids: [ByteString: EffectID] = [:]
    /// The timers as they were before the batch; nil for new ones.
    private var before: [EffectID: Entry?] = [:]
    private var last = 0
    /// Outputs a message, given as JSON.
    private let output: (WrittenJSON) throws(CodingFailure) -> Void

    init(_ runner: EffectRunner, _ log: DurableLog, output: @escaping (WrittenJSON) throws(CodingFailure) -> Void) {
        self.runner = runner
        self.log = log
        self.output = output
    }

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }

    /// The app's ids of the scheduled timers.
    var keys: [ByteString] { Array(ids.keys) }

    func isScheduled(_ key: ByteString) -> Bool { ids[key] != nil }

    /// Schedules a timer in place of the one with the same id, if any; a new one only if there is room for it.
    func schedule(
        _ key: ByteString, at due: Duration, _ message: WrittenJSON, _ cause: Cause?, _ listener: any CoreListener
    ) {
        guard runner.isBelowLimit || isScheduled(key) else { return runner.refuse(cause, listener) }
        cancel(key)
        last += 1
        let id = EffectID(.timer, runner.replies.opens, last)
        let origin = runner.trace?.present
        let entry = Entry(id: id, key: key, due: due, message: message, cause: cause, origin: origin)
        put(entry)
        start(id)
    }

    func cancel(_ key: ByteString) {
        if let id = ids[key] { remove(id) }
    }

    /// Cancels the timer of an id in the records.
    ///
    /// - Returns: false if no timer has it.
    func cancel(timer id: EffectID) -> Bool {
        guard entries[id] != nil else { return false }
        remove(id)
        return true
    }

    /// The scheduled timers, with their ids and those of the app.
    var scheduled: [(timer: TimerQueue.Timer, id: EffectID, key: String)] {
        inOrder.compactMap { entry in entry.timer.map { ($0, entry.id, entry.key.string) } }
    }

    /// Cancels the timers of a child core that has ended.
    ///
    /// - Complexity: O(*n*) for *n* scheduled timers.
    func cancelAll(below place: ByteString) {
        for entry in inOrder(entries.values.filter { $0.key.isBelow(place) }) { remove(entry.id) }
    }

    private func start(_ id: EffectID) {
        guard let entry = entries[id] else { return }
        let due = CoreTime.timerTime(max(entry.due, entry.earliest))
        entries[id]?.timer = runner.timers.add(due: due) { [weak self] _ in self?.fire(id) }
    }

    private func fire(_ id: EffectID) {
        entries[id]?.timer = nil
        entries[id]?.earliest = runner.time.dueTime(after: DurableRequests.pause)
        guard let entry = entries[id] else { return }
        runner.perform(of: entry.cause, from: entry.origin) { [weak self] in
            guard let self, entries[id] != nil else { return }
            do { try output(entry.message) } catch {
                throw DurableFailure.unreadable(entry.key.string, reason: "\(error)")
            }
            remove(id)
        }
    }

    private func put(_ entry: Entry) {
        recordBefore(entry.id)
        entries[entry.id] = entry
        ids[entry.key] = entry.id
        log.write("@timer/", entry.id) { date in
            DurableTimerRecord(
                key: entry.key.string, due: date(entry.due), message: entry.message, cause: DurableCause(entry.cause))
        }
    }

    private func remove(_ id: EffectID) {
        guard let entry = entries[id] else { return }
        recordBefore(id)
        if let timer = entry.timer { runner.timers.remove(timer) }
        entries[id] = nil
        if ids[entry.key] == id { ids[entry.key] = nil }
        log.remove("@timer/", id)
    }

    private func recordBefore(_ id: EffectID) {
        guard runner.batch != nil, before[id] == nil else { return }
        before[id] = .some(entries[id])
    }

    private var inOrder: [Entry] { inOrder(entries.values) }

    private func inOrder(_ entries: some Sequence<Entry>) -> [Entry] {
        entries.sorted { $0.id < $1.id }
    }
}

// MARK: - Batches, opening and closing

extension DurableTimerQueue {
    func commitBatch() {
        if !before.isEmpty { before = [:] }
    }

    /// Restores the timers of a batch that could not be written: new ones are dropped. Ended ones fire again after a pause, as the
    /// storage may refuse the next batch, too.
    func rollBackBatch() {
        let before = before
        commitBatch()
        let changes = before.sorted { $0.key < $1.key }
        for (id, old) in changes where old == nil { remove(id) }
        for (id, old) in changes {
            guard var old, entries[id] == nil else { continue }
            old.timer = nil
            put(old)
            start(id)
        }
        // The records match the stored ones.
        self.before = [:]
    }

    /// Adds the stored timers.
    func restore() {
        guard let records = log.records else { return }
        for (name, text) in records.all("@timer/") {
            guard let (id, record): (EffectID, DurableTimerRecord) = log.read(text, of: name, "@timer/") else {
                continue
            }
            let key = ByteString(record.key)
            ids[key] = id
            entries[id] = Entry(
                id: id, key: key, due: log.time(record.due), message: record.message, cause: record.cause?.cause)
        }
    }

    /// Starts the stored timers.
    func begin() {
        for entry in inOrder { start(entry.id) }
    }
}
