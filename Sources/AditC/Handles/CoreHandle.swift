import Adit
import AditHost
import AditState
import CAdit
import Synchronization

/// A handle of an open core, with its driver, its callback or outbox, and its closing.
///
/// One thread drives at a time. The lock guards the driver, the closing state, and the tickets of calls; it is never
/// held while the app's code or the host's callback runs.
final class CoreHandle: Handle, @unchecked Sendable {
    /// The process's open cores.
    static let table = HandleTable<CoreHandle>(of: "core")

    // `driver`, `driving…`, `closers`, `isEnding`, `isGone`, `wasLeft` and tickets are touched under the lock; `buffer`
    // and the driving half of `core` by the driver.
    let id: adit_core
    let forkGeneration = Fork.watch()
    let core: HostedCore
    let buffer: MessageBuffer
    let host: Host
    let limits: Config.Limits
    /// Whether the callback is given the messages of a batch at once.
    let hearsBatches: Bool
    let wakeupDescriptor = WakeupDescriptor()
    let lock = Lock()
    let changed = Condition()
    @exclusivity(unchecked) var driver: ThreadID?
    /// The number of the last call that drove.
    let lastDrive = Atomic<Int>(0)
    /// The driver's stack frame during the host's callback; 0 outside the callback. The driver's.
    @exclusivity(unchecked) var callbackFrame: UInt = 0
    /// Whether the last callback did not return.
    var wasLeft = false
    /// Whether messages are pending after one whose callback did not return.
    let hasLeftovers = Atomic<Bool>(false)
    /// What the driving call is of; nil if it is of this core alone, and awaits no answer.
    var drivingFor: DrivingPurpose?

    enum DrivingPurpose {
        /// A call that is answered by the output of one message.
        case answer(CallTicket)
        /// A call of the core's group.
        case group(CoreGroup)
    }
    /// The number of calls of adit_close that are running, or waiting for a driver to leave.
    @exclusivity(unchecked) var closers = 0
    /// Whether one of them is the driver.
    @exclusivity(unchecked) var isEnding = false
    @exclusivity(unchecked) var isGone = false
    /// Whether ``closers`` is over 0.
    let isClosing = Atomic<Bool>(false)
    let wasWoken = Atomic<Bool>(false)
    let pulled = Atomic<Int>(0)
    /// Whether the outbox was full when the last driver left the core.
    let isFull = Atomic<Bool>(false)

    /// The host's callbacks and their context.
    struct Host {
        /// The message callback; nil in pull mode.
        let hear: adit_message_fn?
        let context: UnsafeMutableRawPointer?
        let release: adit_release_fn?
    }

    init(id: adit_core, core: HostedCore, buffer: MessageBuffer, host: Host, _ config: Config) {
        self.id = id
        self.core = core
        self.buffer = buffer
        self.host = host
        limits = config.limits
        hearsBatches = config.delivery == .batches
        core.onWork { [wakeupDescriptor] in wakeupDescriptor.ring() }
    }

    /// Whether the core is in pull mode.
    var isPulled: Bool { host.hear == nil }

    /// Enqueues a message, and signals that, unless the message waits for more than a driver. Any thread.
    ///
    /// - Parameters:
    ///   - ticket: of the call that waits for it; nil without one.
    ///   - client: on whose behalf it is sent; nil for the host itself.
    /// - Returns: its number in the queue.
    @discardableResult
    func send(
        _ text: UnsafeRawBufferPointer, ticket: CallTicket? = nil, of client: String? = nil
    ) throws(HostError) -> Int {
        let number = try core.enqueue(text, ticket: ticket, of: client)
        if core.isBlocked {
            wakeupDescriptor.update(nextDue: { core.nextDue }) { hasWork || outbox > 0 }
        } else {
            wakeupDescriptor.ring()
        }
        return number
    }

    /// Makes the driver return. Any thread.
    func wakeUp() {
        wasWoken.store(true, ordering: .releasing)
        wakeupDescriptor.ring()
    }

    /// Returns whether ``wakeUp()`` was called, and forgets that.
    @inline(__always)
    func consumeWakeup() -> Bool {
        wasWoken.load(ordering: .relaxed) && wasWoken.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Returns the descriptor that is readable when there is work. Any thread.
    func descriptor() throws(HostError) -> Int32 {
        try lock.withLock { () throws(HostError) in
            try wakeupDescriptor.descriptor(isDriven: driver != nil, nextDue: { core.nextDue }) {
                hasWork || outbox > 0
            }
        }
    }

    /// Has a group watch the core. Any thread.
    ///
    /// - Throws: ``HostError`` `ADIT_EINVAL` if the core is in a group, `ADIT_ECORE` if it is gone.
    func join(_ observer: any WakeupObserver) throws(HostError) {
        try lock.withLock { () throws(HostError) in
            guard !isGone else { throw HostError(.noCore) }
            let hasJoined = wakeupDescriptor.join(observer, isDriven: driver != nil, nextDue: { core.nextDue }) {
                hasWork || outbox > 0
            }
            guard hasJoined else { throw HostError(.invalid, "the core is in a group") }
        }
    }

    /// Whether a waiting driver should stop waiting.
    var hasWork: Bool {
        core.hasWork && !core.isClosed || wasWoken.load(ordering: .acquiring) || isClosing.load(ordering: .acquiring)
            || hasLeftovers.load(ordering: .acquiring)
    }

    /// The number of messages that wait to be received.
    var outbox: Int { pulled.load(ordering: .acquiring) }
}
