import Adit

/// The state of what customers ask.
@Model public struct SupportState: State, Equatable {
    public var tickets: Table<UUID, Ticket> = []

    public init() {}

    public enum Change {
        case add(Ticket)
        case close(UUID)
        case note(UUID, String)
        case rate(UUID, Int)
    }

    public mutating func apply(_ change: Change) {
        switch change {
        case .add(let ticket): tickets.updateOrAppend(ticket)
        case .close(let id): tickets.update(id) { $0.isOpen = false }
        case .note(let id, let text): tickets.update(id) { $0.notes.append(text) }
        case .rate(let id, let rating): tickets.update(id) { $0.rating = rating }
        }
    }
}
