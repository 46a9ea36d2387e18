import Adit

/// What the Now button is: it changes what the time row shows. Each press leads from one to the next.
@Model
public enum NowButton: String, Sendable {
    /// The row shows now, and follows the clock.
    case on
    /// The row shows the time that was chosen, whatever the clock says.
    case off
    /// The row follows the clock until the user picks a time that is to come, and again once that has passed.
    case automatic
}
