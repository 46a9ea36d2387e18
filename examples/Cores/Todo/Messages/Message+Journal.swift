import Adit

extension Message {
    /// The journal. Existing entries are named by their id.
    @Message
    public enum _Journal: Equatable, Sendable {
        case request(Request)
        case response(Response)

        // Indirect, so that a message is a pointer: it is passed on often, and rarely read.
        public indirect enum Request: Equatable, Sendable {
            /// Writes an entry.
            case add(entry: JournalEntry)
            /// Gives an entry another text.
            case edit(id: UUID, text: String)
            /// Takes an entry from the journal.
            case delete(id: UUID)
            /// Lists what was written on a day, in UTC.
            case list(day: CalendarDay)
        }

        /// An entry is as it is afterwards.
        public indirect enum Response: Equatable, Sendable {
            case wasAdded(JournalEntry)
            case wasNotAdded(entry: JournalEntry, error: TodoListError)
            case wasEdited(JournalEntry)
            case wasNotEdited(id: UUID, error: TodoListError)
            case wasDeleted(JournalEntry)
            case wasNotDeleted(id: UUID, error: TodoListError)
            case wasListed(day: CalendarDay, entries: [JournalEntry])
        }
    }
}
