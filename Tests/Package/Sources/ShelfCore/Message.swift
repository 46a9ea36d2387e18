import Adit

/// All that can be said to the core, and all that it says.
@Message public enum Message: Equatable {
    /// What stands on the shelf.
    case shelf(Shelf)
    /// What book has a number.
    case lookUp(LookUp)

    public enum Shelf: Equatable {
        case request(Request)
        case response(Response)

        public enum Request: Equatable { case add(book: Book) }
        public enum Response: Equatable {
            case wasAdded(book: Book)
            case wasNotAdded(book: Book, error: ShelfError)
        }
    }

    public enum LookUp: Equatable {
        case request(Request)
        case response(Response)

        public enum Request: Equatable { case find(isbn: String) }
        public enum Response: Equatable {
            case wasFound(book: Book)
            case wasNotFound(isbn: String, error: CodableError)
        }
    }
}
