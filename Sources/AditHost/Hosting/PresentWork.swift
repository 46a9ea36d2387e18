import Adit

/// What a core is doing, for lines of the log and the report of a trap. The core's loop.
final class PresentWork {
    // The caller that handles the message retains both. Accesses last for one statement each.
    /// The cause of the work; nil if it has none, or is an effect's.
    @exclusivity(unchecked) unowned(unsafe) var cause: Cause?
    /// The host's message that is being handled; nil if none is.
    @exclusivity(unchecked) unowned(unsafe) var message: AnyMessage?
    /// The number of messages that were in the buffer before it.
    @exclusivity(unchecked) var start = 0
}
