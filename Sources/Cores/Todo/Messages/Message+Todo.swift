import Adit

extension Message {
    /// The list of items. Existing items are named by their id.
    public enum _Todo: Codable, Equatable, Sendable {
        case request(Request)
        case response(Response)

        public enum Request: Codable, Equatable, Sendable {
            case add(item: TodoItem)
            case delete(id: UUID)
            case check(id: UUID)
            case uncheck(id: UUID)
            case edit(id: UUID, text: String)
            /// Without `due`, the item is due no more.
            case schedule(id: UUID, due: Timestamp?)
        }

        /// `item` is the item as it is afterwards.
        public enum Response: Codable, Equatable, Sendable {
            case wasAdded(item: TodoItem)
            case wasNotAdded(item: TodoItem, error: TodoListError)
            case wasDeleted(item: TodoItem)
            case wasNotDeleted(id: UUID, error: TodoListError)
            case wasChecked(item: TodoItem)
            case wasNotChecked(id: UUID, error: TodoListError)
            case wasUnchecked(item: TodoItem)
            case wasNotUnchecked(id: UUID, error: TodoListError)
            case wasEdited(item: TodoItem)
            case wasNotEdited(id: UUID, error: TodoListError)
            case wasScheduled(item: TodoItem)
            case wasNotScheduled(id: UUID, error: TodoListError)
        }
    }
}
