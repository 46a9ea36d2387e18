import Synchronization

/// The work of a core that no message asks for at its time: what it does first, and the advance of a virtual clock. The
/// core's loop; `isWaiting`, any thread.
package final class OwnWork: @unchecked Sendable {  // Only the core's loop has the variables.
    // Accesses last for one statement each.
    /// Whether there is work before the first message.
    @exclusivity(unchecked) private(set) var isAtBeginning: Bool
    /// The time that a virtual clock is advancing to; nil if it is not advancing.
    @exclusivity(unchecked) private(set) var advance: Int?
    /// The number of jobs of effects that have run since the last message of the host.
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
