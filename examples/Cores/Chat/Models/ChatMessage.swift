import Adit

/// What somebody wrote.
@Model
public struct ChatMessage: Equatable, Identifiable, Sendable {
    public private(set) var id: UUID = .drawn()
    /// Who wrote it.
    let from: String
    let text: String
    /// When it came.
    private(set) var date: Timestamp = .drawn()
}
