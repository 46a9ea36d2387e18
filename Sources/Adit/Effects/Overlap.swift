/// The handling of an effect that is requested while others of its id are in flight.
public enum Overlap: Sendable {
    /// Runs it beside them.
    case allow
    /// Cancels them, and runs it.
    case cancelPrevious
    /// Does not run it.
    case skip
}
