import Adit
import Synchronization

/// The work of a core that no message triggers at that time: its initial work, and the advance of a virtual clock. The
/// core's loop; `isWaiting`, any thread.
package final class OwnWork: @unchecked Sendable {  // Only the core's loop has the variables.
    // Accesses last for one statement each.
    /// Whether there is work before the first message.
    @exclusivity(unchecked) private(set) var isAtBeginning: Bool
    /// The time that a virtual clock is advancing to; nil if it is not advancing.
    @exclusivity(unchecked) private(set) var advance: Int?
    /// The number of jobs of effects that have run since the last message of the host, or since the virtual clock moved.
    @exclusivity(unchecked) var jobs = 0
    /// Whether the effects are cancelled, as the core closes.
    @exclusivity(unchecked) var isEnding = false
    private let isOccupied: Atomic<Bool>

    /// The maximum number of jobs before the next message of the host is handled, so that effects that are always ready
    /// do not block a core.
    static let mostJobs = 100_000

    init(hasBeginning: Bool) {
        isAtBeginning = hasBeginning
        isOccupied = Atomic(hasBeginning)
    }

    /// Whether there is such work. Any thread.
    @inline(__always) var isWaiting: Bool { isOccupied.load(ordering: .relaxed) }

    func begin() {
        isAtBeginning = false
        isOccupied.store(advance != nil, ordering: .relaxed)
    }

    /// Advances a virtual clock, from now on; nil ends it.
    package func advance(to time: Int?) {
        advance = time
        isOccupied.store(isAtBeginning || time != nil, ordering: .relaxed)
    }
}

/// The present activity of a core, for lines of the log and the report of a trap. The core's loop.
final class PresentWork {
    // The caller that handles the message retains both. Accesses last for one statement each.
    /// The cause of the work; nil if it has none, or is an effect's.
    @exclusivity(unchecked) unowned(unsafe) var cause: Cause?
    /// The host's message that is being handled; nil if none is.
    @exclusivity(unchecked) unowned(unsafe) var message: AnyMessage?
    /// The number of messages that were in the buffer before it.
    @exclusivity(unchecked) var start = 0
}
