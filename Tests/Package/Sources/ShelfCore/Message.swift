import Adit

/// Every message to and from the core.
@Message public enum Message: Equatable {
    /// The books on the shelf.
    case shelf(Shelf)
    /// Looking up the book with a number.
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
