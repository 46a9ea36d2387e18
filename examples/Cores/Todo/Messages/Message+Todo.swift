import Adit

extension Message {
    /// The list of items. Existing items are named by their id.
    @Message
    public enum _Todo: Equatable, Sendable {
        case request(Request)
        case response(Response)

        // Indirect, so that a message is a pointer: it is passed on often, and rarely read.
        public indirect enum Request: Equatable, Sendable {
            /// Puts an item at the end of the list.
            case add(item: TodoItem)
            /// Takes an item from the list and from its tags.
            case delete(id: UUID)
            /// Checks an item off.
            case check(id: UUID)
            /// Takes back that an item was checked off.
            case uncheck(id: UUID)
            /// Gives an item another text.
            case edit(id: UUID, text: String)
            /// Sets the time by which an item is to be done; without `due`, it is due no more.
            case schedule(id: UUID, due: Timestamp?)
            /// Imports the items of a list, which the host fetches; if it is being fetched, it is fetched anew.
            case `import`(from: String)
            /// Imports a list no more that is being fetched.
            case cancelImport(from: String)
            /// Makes items of a list: an import has come to its end.
            /// - Parameter result: the texts of the list, or why it was not fetched
            @Internal case finishImport(from: String, result: Result<[String], CodableError>)
        }

        /// An item is as it is afterwards.
        public indirect enum Response: Equatable, Sendable {
            case wasAdded(TodoItem)
            case wasNotAdded(item: TodoItem, TodoListError)
            case wasDeleted(TodoItem)
            case wasNotDeleted(id: UUID, error: TodoListError)
            case wasChecked(TodoItem)
            case wasNotChecked(id: UUID, error: TodoListError)
            case wasUnchecked(TodoItem)
            case wasNotUnchecked(id: UUID, error: TodoListError)
            case wasEdited(TodoItem)
            case wasNotEdited(id: UUID, error: TodoListError)
            case wasScheduled(TodoItem)
            case wasNotScheduled(id: UUID, error: TodoListError)
            case wereImported([TodoItem])
            case wereNotImported(from: String, error: CodableError)
            case importWasCancelled(from: String)
            case importWasNotCancelled(from: String, error: TodoListError)

            /// The error has no label in document 004; on the wire it has the name of the others.
            enum WasNotAddedCodingKeys: String, CodingKey { case item, _1 = "error" }
        }
    }
}
