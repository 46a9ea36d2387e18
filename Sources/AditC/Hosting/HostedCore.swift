import Adit
import AditJSON
import AditState
import AditSystem
import CAdit
import Synchronization

/// A core of an app with its queue: it decodes what comes in and writes what goes out.
final class HostedCore {
    let core: Core
    let ready: ReadyQueue
    let timers: TimerQueue
    let config: Config
    let log: CoreLogBuffer
    /// The core's journal; nil if disabled.
    let journal: Journal?
    /// The recording; nil if disabled, or after a failed write.
    @exclusivity(unchecked) var recorder: RecordingFile?
    /// What messages are read in on the threads that send them. Where ids, dates or random numbers are set, it has
    /// others, so that checking a message draws none of them.
    let sending: CoreEnvironment
    /// Keeps values generated on sending threads for the journal; nil without a journal, or if the config sets them.
    let draws: GeneratedValues?
    let drawsAreSet: Bool
    /// Whether the host may send any message: it is a test, or what was sent is replayed.
    let takesAll: Bool
    let inbox: Inbox<Arrival>
    let buffer: MessageBuffer
    let hostWriter: HostMessageWriter
    let closed = Atomic<Bool>(false)
    /// Whether it has something to do before any message has come.
    @exclusivity(unchecked) var begins: Bool
    /// Where a virtual clock is on its way to; nil where it stands.
    @exclusivity(unchecked) var advance: Int?
    /// Whether one of these two is so.
    let isOccupied: Atomic<Bool>
    /// Where files are exported to and imported from; nil: nowhere.
    let folder: FileFolder?
    /// The exports and imports of the host, and whether there are any.
    let transfers = TransferQueue()
    let hasTransfers = Atomic<Bool>(false)
    /// Whether it is being closed, and a journal knows.
    @exclusivity(unchecked) var isEnding = false
    /// The host's message that is being handled, and how many texts had been put into the buffer before, for the report
    /// of a trap. Whoever handles it holds it.
    @exclusivity(unchecked) unowned(unsafe) var present: AnyMessage?
    @exclusivity(unchecked) var presentStart = 0
    /// How many jobs of effects have run since the last message of the host.
    @exclusivity(unchecked) var jobs = 0
    /// Whether a batch ends with what has become of the parts that the host follows. A host that receives is told when
    /// it has received all else: then of several batches at once, if it is slow.
    @exclusivity(unchecked) var sendsUpdates: Bool
    /// Who keeps the tickets of calls, until the core is closed. Not weak: objects that are referred to weakly cost
    /// more to retain, and this one is for each call of the C interface.
    var calls: (any CallOwner)?

    /// How many jobs may run before a message of the host gets its turn: effects that are always ready do not stop a
    /// core.
    static let mostJobs = 100_000

    /// - Parameters:
    ///   - buffer: what the host is to hear is put here.
    ///   - isPulled: whether the host receives messages, and does not hear them.
    init(_ core: Core, _ opening: Opening, buffer: MessageBuffer, isPulled: Bool) throws(CodingFailure) {
        do { try opening.overrides?.check(gateways: core.gateways) } catch { throw error.within("with") }
        let hostWriter = HostMessageWriter(
            core.coding, buffer, hears: opening.config.echo ? .both : .outgoing, isStored: core.isStored,
            level: opening.config.log, journal: core.journal)
        self.core = core
        ready = core.effects.ready
        timers = core.effects.timers
        config = opening.config
        log = opening.log
        sendsUpdates = !isPulled
        journal = core.journal
        drawsAreSet = opening.drawsAreSet
        takesAll = opening.config.incoming == .all || opening.replaying != nil
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
        folder = try config.folder.map { (path) throws(CodingFailure) in try FileFolder(path) }
        inbox = Inbox(limit: config.limits.queue, byteLimit: config.limits.queueBytes)
        begins = core.hasBeginning
        isOccupied = Atomic(begins)
        log.write = { [unowned hostWriter] in hostWriter.tell($0) }
        log.environment = ObjectIdentifier(core.environment)
    }

    // The logger may be somewhere still.
    deinit { log.write = nil }

    /// The number of the last message in the queue. Any thread.
    var lastQueued: Int { inbox.last }
    /// Whether there is something to handle. Any thread.
    var hasWork: Bool { inbox.hasItems || hasOwnWork || isTransferring }
    /// Whether there is something to handle that does not come out of the queue. Any thread.
    var hasOwnWork: Bool {
        ready.hasJobs || isOccupied.load(ordering: .relaxed) || timers.hasTimers && core.effects.hasDueTimer
    }
    /// Whether an effect can go on. Any thread.
    var hasReadyEffects: Bool { core.hasReadyEffects }
    /// The time of the next timer; nil without a timer on the real clock. Any thread.
    var nextDue: MonotonicTime? {
        let (due, time) = (core.effects.timers.nextDue, core.effects.time)
        return due == .max || time.isVirtual ? nil : time.monotonic(due)
    }
    /// Whether there is something to tell of subscriptions. The core's loop.
    var hasUpdates: Bool { core.subscriptions.hasUpdates }
    /// Told of work that another thread has made.
    func onWork(_ wake: @escaping () -> Void) { core.effects.ready.wake = wake }
    /// Whether the batch should end now.
    var isBatchFull: Bool { core.isBatchFull }
    /// Whether ``close()`` has run, or `@close` was handled.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// The core is driven from here on by this thread, until ``leave()``.
    func enter() {
        if hostWriter.batch != nil { hostWriter.keepBatch() }
        core.enter()
    }
    func leave() { core.leave() }
}
