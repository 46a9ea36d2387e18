import Adit
import AditJSON
import AditState
import Synchronization

/// A long operation of a core, which runs in slices between messages. The core's loop.
package protocol Transfer: AnyObject {
    /// The kind of work.
    var work: HostMessage.LongWork { get }
    /// The path of the file, as the host gave it.
    var path: String { get }
    /// The cause of its output.
    var cause: Cause? { get }
    /// The completed and the total amount of work.
    var progress: (done: Int, of: Int) { get }

    /// Runs until the given time.
    ///
    /// - Returns: the remaining work for the core at the end of the transfer; nil if it is not at its end.
    /// - Throws: ``StorageFailure`` or ``CodingFailure``. The transfer has ended then, and leaves nothing behind.
    func resume(until time: MonotonicTime) throws -> TransferEnd?
}

/// The end of a transfer, with the remaining work for the core.
package enum TransferEnd {
    /// The work is done; the message reports it.
    case done(HostMessage)
    /// A state was read; `put` makes it the present one.
    case imported(put: () -> Void)
    /// A replay is complete: `put` shows its state at a revision, if it has one. The messages say how it ended.
    case replayed(revision: Int, put: (() -> Void)?, [HostMessage])
}

/// A queue of a core's transfers, of which the first is running. The core's loop; `arePending`, any thread.
final class TransferQueue: @unchecked Sendable {  // Only the core's loop has the variables.
    /// The folder of their files; nil if the host allows none.
    let folder: FileFolder?
    private let isEmpty = Atomic<Bool>(true)
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var all: [any Transfer] = []
    /// The last percentage of the first transfer that was written to the host.
    @exclusivity(unchecked) private var told = 0

    init(_ folder: FileFolder?) { self.folder = folder }

    /// Whether there are transfers. Any thread.
    var arePending: Bool { !isEmpty.load(ordering: .relaxed) }

    var first: (any Transfer)? { all.first }

    func add(_ transfer: any Transfer) {
        all.append(transfer)
        isEmpty.store(false, ordering: .relaxed)
    }

    func removeFirst() {
        all.removeFirst()
        told = 0
        isEmpty.store(all.isEmpty, ordering: .relaxed)
    }

    /// Returns whether to write the progress of the first transfer: at most once for each percent, and not at its end.
    func shouldReportProgress() -> Bool {
        guard let (done, all) = first?.progress else { return false }
        let percentage = done / max(1, all / 100)
        guard percentage > told, done < all else { return false }
        told = percentage
        return true
    }
}
