import Adit

extension Message {
    /// The journal. Existing entries are named by their id.
    public enum _Journal: Codable, Equatable, Sendable {
        case request(Request)
        case response(Response)

        public enum Request: Codable, Equatable, Sendable {
            case add(entry: JournalEntry)
            case edit(id: UUID, text: String)
            case delete(id: UUID)
            case list(day: CalendarDay)
        }

        /// `entry` is the entry as it is afterwards.
        public enum Response: Codable, Equatable, Sendable {
            case wasAdded(entry: JournalEntry)
            case wasNotAdded(entry: JournalEntry, error: TodoListError)
            case wasEdited(entry: JournalEntry)
            case wasNotEdited(id: UUID, error: TodoListError)
            case wasDeleted(entry: JournalEntry)
            case wasNotDeleted(id: UUID, error: TodoListError)
            case wasListed(day: CalendarDay, entries: [JournalEntry])
        }
    }
}
