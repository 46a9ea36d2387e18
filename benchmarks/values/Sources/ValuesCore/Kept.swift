import Adit

/// Values of one kind.
@Model
public enum Kept: Equatable, Sendable {
    case integers([Int])
    case doubles([Double])
    case ids([UUID])
    case dates([Timestamp])
}
