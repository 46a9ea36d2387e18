import Adit

@Model public struct ShelfState: State {
    var books: Table<String, Book> = []

    public enum Change { case add(Book) }

    public mutating func apply(_ change: Change) {
        switch change {
        case .add(let book): books.append(book)
        }
    }
}
