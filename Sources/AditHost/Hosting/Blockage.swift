import AditState
import Synchronization

/// The reason for which a core handles no messages, if it does not. The core's loop; its queries: any thread.
final class Blockage: @unchecked Sendable {  // Only the core's loop has the held batch, and changes the reason.
    private enum Reason: UInt8 {
        case none
        /// The store is released: only urgent messages are handled.
        case paused
        /// Whether the last batch is written is unknown: nothing is handled until the storage knows it.
        case held
        /// The store was opened elsewhere since: the core is closed at the end of the driving call's batch.
        case fenced
    }

    /// A batch of which the storage does not know yet whether it is written.
    struct HeldBatch {
        /// Its output, out of the host's reach; with a call, also that of the call's earlier batches.
        let output: [[UInt8]]
        /// The number of messages of the output that belong to earlier batches.
        let earlier: Int
        /// The work that follows the end of the batch.
        var next: [() -> Void] = []
    }

    // A number, which is compared with less than a reason: each message asks several times.
    private let reason = Atomic<UInt8>(Reason.none.rawValue)
    /// Signalled by the storage when the outcome of the held batch may be known.
    let wakeup: StorageWakeup
    /// The batch that is held; nil otherwise.
    @exclusivity(unchecked) private var batch: HeldBatch?

    /// - Parameter wake: called when the outcome of the held batch may be known. Any thread.
    init(_ wake: @escaping @Sendable () -> Void) { wakeup = StorageWakeup(wake) }

    @inline(__always) var isHeld: Bool { isBlocked(by: .held) }
    @inline(__always) var isBlocked: Bool { !isBlocked(by: .none) }
    var isPaused: Bool { isBlocked(by: .paused) }
    @inline(__always) var isFenced: Bool { isBlocked(by: .fenced) }

    @inline(__always)
    private func isBlocked(by reason: Reason) -> Bool { self.reason.load(ordering: .relaxed) == reason.rawValue }

    private func block(by reason: Reason) { self.reason.store(reason.rawValue, ordering: .releasing) }

    func pause() { block(by: .paused) }

    func fence() { block(by: .fenced) }

    func end() { block(by: .none) }

    func hold(_ batch: HeldBatch) {
        self.batch = batch
        block(by: .held)
    }

    /// Runs `body` once the last batch has ended: at once, unless it is held.
    func afterBatch(_ body: @escaping () -> Void) {
        if isHeld { batch?.next.append(body) } else { body() }
    }

    /// Removes and returns the batch that is held, which still blocks the core until ``end()``.
    func removeBatch() -> HeldBatch? { batch.take() }
}
