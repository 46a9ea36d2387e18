import Adit

@Model public struct @Name@State: State {
    var entries: [String] = []

    public enum Change { case add(String) }

    public mutating func apply(_ change: Change) {
        switch change {
        case .add(let text): entries.append(text)
        }
    }
}
