import Adit

extension Message {
    /// Tags, and the items that have them. Existing tags and items are named by their ids.
    public enum _Tagging: Codable, Equatable, Sendable {
        case request(Request)
        case response(Response)

        public enum Request: Codable, Equatable, Sendable {
            case create(tag: Tag)
            case delete(id: UUID)
            case tag(item: UUID, with: UUID)
            case untag(item: UUID, from: UUID)
        }

        /// Items and tags are as they are afterwards.
        public enum Response: Codable, Equatable, Sendable {
            case wasCreated(tag: Tag)
            case wasNotCreated(tag: Tag, error: TodoListError)
            case wasDeleted(tag: Tag)
            case wasNotDeleted(id: UUID, error: TodoListError)
            case wasTagged(item: TodoItem, with: Tag)
            case wasNotTagged(item: UUID, with: UUID, error: TodoListError)
            case wasUntagged(item: TodoItem, from: Tag)
            case wasNotUntagged(item: UUID, from: UUID, error: TodoListError)
        }
    }
}
