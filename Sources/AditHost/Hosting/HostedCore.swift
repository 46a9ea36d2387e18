import Adit
import AditJSON
import AditState
import Synchronization

/// A core of an app for a host: an inbox that decodes the host's messages, the loop that handles them, and an outbox.
///
/// Any thread sends (`HostedCore+Queueing`); one thread at a time drives (`HostedCore+Loop`), between ``enter()`` and
/// ``leave()``: it takes one piece of work after the other by ``handleNext(through:)``, and ends each batch by
/// ``endBatch()``, after which the outbox has the batch's output.
package final class HostedCore {
    package let app: RunningApp
    package let loop: EventLoop
    /// The environment of the loop. To reach it through the loop, for each batch, would retain it.
    private let environment: CoreEnvironment
    let config: Config
    let inbox: Inbox<Arrival>
    /// Decodes messages on the sending threads.
    let decoder: MessageDecoder
    /// Writes to the outbox.
    package let hostWriter: HostMessageWriter
    /// The listener of the loop: ``hostWriter``, or one in front of it.
    let listener: any CoreListener
    /// The same, as what withdraws the output of a batch.
    // The loop's calls would convert it each time.
    let batchListener: any HostListener
    let log: CoreLogBuffer
    /// nil without a journal.
    package let recorder: Recorder?
    let blockage: Blockage
    package let ownWork: OwnWork
    package let calls = Calls()
    let transfers: TransferQueue
    let present = PresentWork()
    /// Whether a batch ends with the updates of subscriptions. In pull mode, the host receives them after all other
    /// messages; if it is slow, one update covers several batches.
    let sendsUpdates: Bool

    /// - Parameters:
    ///   - buffer: the outbox.
    ///   - isPulled: whether the core is in pull mode.
    ///   - listener: returns the listener of the loop, in front of the writer that it is passed.
    package init(
        _ app: RunningApp, _ opening: Opening, buffer: MessageBuffer, isPulled: Bool,
        listener: (HostMessageWriter) -> any HostListener = { $0 }
    ) throws(HostError) {
        let (loop, config) = (app.loop, opening.config)
        do { try opening.overrides?.check(gateways: app.gateways) } catch {
            throw HostError(.config, error.within("with"))
        }
        let hostWriter = HostMessageWriter(
            app.coding, buffer, echoes: config.echo, isStored: loop.persister != nil, level: config.log?.level,
            journal: loop.journal)
        self.app = app
        self.loop = loop
        environment = loop.environment
        self.config = config
        self.hostWriter = hostWriter
        log = opening.log
        sendsUpdates = !isPulled
        decoder = MessageDecoder(app, opening)
        recorder = loop.journal.map { Recorder($0, hostWriter) }
        blockage = Blockage { [ready = loop.effects.ready] in ready.wake() }
        do {
            transfers = TransferQueue(
                try config.files.map { (files) throws(CodingFailure) in
                    try FileFolder(files.folder, opening.engine)
                })
        } catch {
            throw HostError(.config, error)
        }
        inbox = Inbox(limit: config.limits.queue.value, byteLimit: config.limits.queueBytes.value)
        do { try hostWriter.enableRedelivery(by: config, of: loop) } catch { throw HostError(error) }
        let listener = listener(hostWriter)
        self.listener = listener
        batchListener = listener
        loop.add(listener)
        loop.persister?.wakeup = blockage.wakeup
        ownWork = OwnWork(hasBeginning: loop.hasBeginning || hostWriter.kept?.hasEarlier == true)
        scheduleFigures()
        log.date = { [time = loop.effects.time] in time.date }
        hostWriter.date = log.date
        log.write = { [unowned self] in hostWriter.send(line: $0, of: presentCause) }
        log.environment = ObjectIdentifier(loop.environment)
    }

    // The logger may outlive the core.
    deinit { log.write = nil }

    /// The outbox.
    package var buffer: MessageBuffer { hostWriter.buffer }
    /// The core's journal; nil if disabled.
    var journal: Journal? { loop.journal }

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
        loop.effects.ready.hasJobs || ownWork.isWaiting || loop.effects.timers.hasTimers && loop.effects.hasDueTimer
    }
    /// Whether an effect is runnable. Any thread.
    package var hasReadyEffects: Bool { loop.hasReadyEffects }
    /// The time of the next timer; nil without a timer on the real clock. Any thread.
    package var nextDue: MonotonicTime? {
        if isBlocked { return nil }
        let (due, time) = (loop.effects.timers.nextDue, loop.effects.time)
        return due == .max || time.isVirtual ? nil : time.monotonic(due)
    }
    /// Whether subscriptions are pending. The core's loop.
    package var hasUpdates: Bool { app.subscriptions.hasUpdates && !isHeld }
    /// Sets the function that is called when another thread adds work.
    package func onWork(_ wake: @escaping () -> Void) { loop.effects.ready.wake = wake }
    /// Whether the batch should end now.
    package var isBatchFull: Bool { loop.isBatchFull }
    /// Whether ``close()`` has run, or `@close` was handled.
    package var isClosed: Bool { inbox.isClosed }

    /// Begins a call of the host that drives the core: messages that earlier calls have delivered are acknowledged, if
    /// that is automatic.
    package func beginCall() {
        if let kept = hostWriter.kept, !isHeld { kept.acknowledgeDelivered() }
    }

    /// Makes this thread the driver of the core, until ``leave()``.
    package func enter() {
        if hostWriter.batch != nil, !isHeld { hostWriter.releaseBatch() }
        environment.enter()
    }
    package func leave() { environment.leave() }
}
