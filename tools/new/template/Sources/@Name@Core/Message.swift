import Adit

/// Every message to and from the core.
@Message public enum Message: Equatable {
    /// The entries of the list.
    case entries(Entries)

    public enum Entries: Equatable {
        case request(Request)
        case response(Response)

        public enum Request: Equatable { case add(text: String) }
        public enum Response: Equatable {
            case wasAdded(text: String, count: Int)
            case wasNotAdded(text: String, error: EntryError)
        }
    }
}

/// Why an entry was not added.
@Model public enum EntryError: Error, Equatable, Sendable { case noText, isThereAlready }
