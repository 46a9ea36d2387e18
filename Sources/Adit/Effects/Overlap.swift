/// What becomes of an effect that is asked for while others of its id are in flight.
public enum Overlap: Sendable {
    /// It runs beside them.
    case allow
    /// They are cancelled, and it runs.
    case cancelPrevious
    /// They go on, and it does not run.
    case skip
}
