import Adit
import AditJSON
import AditState
import Synchronization

/// A core of an app with its queue, which decodes messages from the host and writes messages to it.
package final class HostedCore {
    package let core: Core
    let ready: ReadyQueue
    let timers: TimerQueue
    let config: Config
    let log: CoreLogBuffer
    /// The core's journal; nil if disabled.
    let journal: Journal?
    /// The recording; nil if disabled, or after a failed write.
    @exclusivity(unchecked) var recorder: RecordingFile?
    /// The environment in which the sending threads decode messages. If ids, dates or random numbers are set, it has
    /// separate generators, so that checking a message draws none of the set values.
    let sending: CoreEnvironment
    /// Keeps values generated on sending threads for the journal; nil without a journal, or if the config sets them.
    let draws: GeneratedValues?
    let drawsAreSet: Bool
    /// Whether there is an undo history. It is read for each message.
    let hasHistory: Bool
    /// Whether the host may send any message, as in a test or a replay.
    let takesAll: Bool
    let isReplay: Bool
    let inbox: Inbox<Arrival>
    /// Why no message is handled, if none is.
    let blockage = Atomic<Blockage>(.none)
    /// Signalled by the storage when the outcome of a batch may be known.
    let storageWakeup: StorageWakeup
    /// The batch that is held; nil if there is none.
    @exclusivity(unchecked) var heldBatch: HeldBatch?
    /// The call whose message is being handled, or whose batch is held; nil if there is none.
    @exclusivity(unchecked) var call: PresentCall?
    package let buffer: MessageBuffer
    package let hostWriter: HostMessageWriter
    /// The listener of the core: ``hostWriter``, or one in front of it.
    let listener: any CoreListener
    let closed = Atomic<Bool>(false)
    /// Whether the core has work before the first message.
    @exclusivity(unchecked) var begins: Bool
    /// The time that a virtual clock is advancing to; nil if it is not advancing.
    @exclusivity(unchecked) package var advance: Int?
    /// Whether ``begins`` is true or ``advance`` is set.
    let isOccupied: Atomic<Bool>
    /// The folder of exports and imports; nil disables both.
    let folder: FileFolder?
    /// The pending exports and imports, and whether there are any.
    let transfers = TransferQueue()
    let hasTransfers = Atomic<Bool>(false)
    /// Whether the effects are cancelled, as the core closes.
    @exclusivity(unchecked) var isEnding = false
    /// The cause of the present work, except for that of an effect.
    @exclusivity(unchecked) unowned(unsafe) var workCause: Cause?
    /// The host's message that is being handled, and the number of messages that were in the buffer before, for the
    /// report of a trap. The caller that handles the message retains it.
    @exclusivity(unchecked) unowned(unsafe) var present: AnyMessage?
    @exclusivity(unchecked) var presentStart = 0
    /// The number of jobs of effects that have run since the last message of the host.
    @exclusivity(unchecked) var jobs = 0
    /// Whether a batch ends with the updates of subscriptions. In pull mode, the host receives them after all other
    /// messages; if it is slow, one update covers several batches.
    @exclusivity(unchecked) var sendsUpdates: Bool
    /// The owner of the tickets of calls, until the core is closed. Not weak: a weakly referenced object costs more to
    /// retain, and each call of the C interface retains this one.
    package var calls: (any CallOwner)?

    /// The maximum number of jobs before the next message of the host is handled, so that effects that are always ready
    /// do not block a core.
    static let mostJobs = 100_000

    /// - Parameters:
    ///   - buffer: the buffer for the messages to the host.
    ///   - isPulled: whether the core is in pull mode.
    ///   - listener: returns the listener of the core, in front of the writer that it is passed.
    package init(
        _ core: Core, _ opening: Opening, buffer: MessageBuffer, isPulled: Bool,
        listener: (HostMessageWriter) -> any CoreListener & BatchParticipant = { $0 }
    ) throws(HostError) {
        do { try opening.overrides?.check(gateways: core.gateways) } catch {
            throw HostError(.config, error.within("with"))
        }
        let hostWriter = HostMessageWriter(
            core.coding, buffer, echoes: opening.config.echo, isStored: core.isStored,
            level: opening.config.log?.level, journal: core.journal)
        self.core = core
        ready = core.effects.ready
        storageWakeup = StorageWakeup { [ready] in ready.wake() }
        timers = core.effects.timers
        config = opening.config
        log = opening.log
        sendsUpdates = !isPulled
        journal = core.journal
        drawsAreSet = opening.drawsAreSet
        hasHistory = core.hasHistory
        isReplay = opening.replaying != nil
        takesAll = opening.config.incoming == .all || isReplay
        let draws = journal != nil && !drawsAreSet ? GeneratedValues() : nil
        self.draws = draws
        sending =
            drawsAreSet || draws != nil
            ? CoreEnvironment(context: .live) { values in
                draws?.follow(&values)
                values.logger = CoreLogBuffer(level: nil).logger
            }
            : CoreEnvironment(sharing: core.environment)
        self.buffer = buffer
        self.hostWriter = hostWriter
        let listener = listener(hostWriter)
        self.listener = listener
        do {
            folder = try config.files.map { (files) throws(CodingFailure) in
                try FileFolder(files.folder, opening.engine)
            }
        } catch {
            throw HostError(.config, error)
        }
        inbox = Inbox(limit: config.limits.queue.value, byteLimit: config.limits.queueBytes.value)
        do { try hostWriter.keep(by: config, of: core) } catch { throw HostError(error) }
        core.add(listener)
        core.allowHolding(storageWakeup)
        begins = core.hasBeginning || hostWriter.kept?.hasEarlier == true
        isOccupied = Atomic(begins)
        scheduleFigures()
        log.date = { [time = core.effects.time] in time.date }
        hostWriter.date = log.date
        log.write = { [unowned self] in hostWriter.tell($0, of: presentCause) }
        log.environment = ObjectIdentifier(core.environment)
    }

    // The logger may outlive the core.
    deinit { log.write = nil }

    /// The number of the last message in the queue. Any thread.
    package var lastQueued: Int { inbox.last }
    /// Whether there is any work. Any thread.
    package var hasWork: Bool {
        if isBlocked { return hasUrgentWork }
        return inbox.hasItems || hasOwnWork || isTransferring
    }
    /// Whether there is work other than queued messages and transfers. Any thread.
    @inline(__always)
    var hasOwnWork: Bool {
        ready.hasJobs || isOccupied.load(ordering: .relaxed) || timers.hasTimers && core.effects.hasDueTimer
    }
    /// Whether an effect is runnable. Any thread.
    package var hasReadyEffects: Bool { core.hasReadyEffects }
    /// The time of the next timer; nil without a timer on the real clock. Any thread.
    package var nextDue: MonotonicTime? {
        if isBlocked { return nil }
        let (due, time) = (core.effects.timers.nextDue, core.effects.time)
        return due == .max || time.isVirtual ? nil : time.monotonic(due)
    }
    /// Whether subscriptions are pending. The core's loop.
    package var hasUpdates: Bool { core.subscriptions.hasUpdates && !isHeld }
    /// Sets the function that is called when another thread adds work.
    package func onWork(_ wake: @escaping () -> Void) { core.effects.ready.wake = wake }
    /// Whether the batch should end now.
    package var isBatchFull: Bool { core.isBatchFull }
    /// Whether ``close()`` has run, or `@close` was handled.
    package var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// Begins a call of the host that drives the core: messages that earlier calls have delivered are acknowledged, if
    /// that is automatic.
    package func beginCall() {
        if !isHeld { hostWriter.kept?.acknowledgeDelivered() }
    }

    /// Makes this thread the driver of the core, until ``leave()``.
    package func enter() {
        if hostWriter.batch != nil, !isHeld { hostWriter.releaseBatch() }
        core.enter()
    }
    package func leave() { core.leave() }
}
