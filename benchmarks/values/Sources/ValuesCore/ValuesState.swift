import Adit

/// What was kept last.
@Model
public struct ValuesState: State {
    var kept: Kept = .integers([])

    public enum Change { case keep(Kept) }

    public mutating func apply(_ change: Change) {
        switch change {
        case .keep(let values): kept = values
        }
    }
}
