import Adit

/// Puts books on the shelf, each only once.
struct AddBook: UseCase {
    enum Request { case add(book: Book) }
    enum Response: Equatable {
        case wasAdded(book: Book)
        case wasNotAdded(book: Book, error: ShelfError)
    }

    let store: StateStore<ShelfState>
    let respond: (Response) -> Void

    func request(_ request: Request) {
        switch request {
        case .add(let book):
            if book.title.isEmpty { return respond(.wasNotAdded(book: book, error: .noTitle)) }
            if store.state().books[id: book.id] != nil {
                return respond(.wasNotAdded(book: book, error: .isThereAlready))
            }
            store.change(.add(book))
            respond(.wasAdded(book: book))
        }
    }
}
