import Adit
import AditState

/// A state with a part of every kind.
@Model
struct Shelf: State, Equatable {
    var name = "shelf"
    var note: String?
    var books: Table<Int, Book> = []
    var readers: [String] = []
    var counts: [String: Int] = [:]
    var place = Place()

    /// Whatever a test does.
    struct Change { let edit: (inout Shelf) -> Void }

    mutating func apply(_ change: Change) { change.edit(&self) }
}

@Model
struct Book: Equatable, Identifiable {
    var id: Int
    var title: String
    var lentTo: String?
    var pages: [Int] = []
}

/// A model in a model, with a table of its own.
@Model
struct Place: Equatable {
    var room = "hall"
    var neighbours: Table<Int, Book> = []
}

extension Shelf {
    /// A shelf with so many books, whose ids count from 1.
    static func with(_ count: Int) -> Shelf {
        var shelf = Shelf()
        for id in 0..<count { shelf.books.append(Book(id: id + 1, title: "t\(id + 1)")) }
        return shelf
    }
}
