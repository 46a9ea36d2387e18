import Adit
import AditJSON
import AditSystem
import CAdit

/// A long piece of work of a core, which is done slice by slice while it handles messages. The core's loop.
protocol Transfer: AnyObject {
    /// What it is called on the wire.
    var work: StaticString { get }
    /// The path of the file, as the host gave it.
    var path: String { get }
    /// What all that it says came of.
    var cause: Cause? { get }
    /// How much is done, and how much there is.
    var progress: (done: Int, of: Int) { get }

    /// Goes on until the time is up.
    ///
    /// - Returns: what is left to be done where it has come to its end; nil where it has not.
    /// - Throws: ``StorageFailure`` or ``CodingFailure``. There is nothing left of the work then.
    func goOn(until time: MonotonicTime) throws -> TransferEnd?
}

/// What is left to be done by the core at the end of a transfer.
enum TransferEnd {
    /// The state as it was at a revision is in a file of so many bytes.
    case exported(revision: Int, bytes: Int)
    /// A state was read, and is to be put into its place by the function.
    case imported(put: () -> Void)
    /// A replay has come to this; its core's state is put into its place by the function. Why there is no scenario of
    /// it, where one was wanted.
    case replayed(ReplayReport, put: (() -> Void)?, failure: (any Error)?)
}

/// The transfers of a core: the first is at work, the others wait for it. The core's loop.
final class TransferQueue {
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var all: [any Transfer] = []
    /// The last percentage that was told of the first.
    @exclusivity(unchecked) private var told = 0

    var first: (any Transfer)? { all.first }

    func add(_ transfer: any Transfer) { all.append(transfer) }

    func removeFirst() {
        all.removeFirst()
        told = 0
    }

    /// Whether the host is to hear how far the first has come: at most a hundred times, and not of what is quickly
    /// done.
    func takeProgress() -> Bool {
        guard let (done, all) = first?.progress else { return false }
        let percentage = done / max(1, all / 100)
        guard percentage > told, done < all else { return false }
        told = percentage
        return true
    }
}
