import Adit

extension Message {
    /// Tags, and the items that have them. Existing tags and items are named by their ids.
    @Message
    public enum _Tagging: Equatable, Sendable {
        case request(Request)
        case response(Response)

        // Indirect, so that a message is a pointer: it is passed on often, and rarely read.
        public indirect enum Request: Equatable, Sendable {
            /// Creates a tag.
            case create(tag: Tag)
            /// Deletes a tag; its items stay.
            case delete(id: UUID)
            /// Tags an item.
            case tag(item: UUID, with: UUID)
            /// Takes a tag from an item.
            case untag(item: UUID, from: UUID)
        }

        /// Items and tags are as they are afterwards.
        public indirect enum Response: Equatable, Sendable {
            case wasCreated(Tag)
            case wasNotCreated(tag: Tag, error: TodoListError)
            case wasDeleted(Tag)
            case wasNotDeleted(id: UUID, error: TodoListError)
            case wasTagged(TodoItem, with: Tag)
            case wasNotTagged(item: UUID, with: UUID, error: TodoListError)
            case wasUntagged(TodoItem, from: Tag)
            case wasNotUntagged(item: UUID, from: UUID, error: TodoListError)
        }
    }
}
