import Adit
import Glibc

// A storage engine in a separate package: a state is written, read by another store, and migrated.

@Model struct Book: Identifiable {
    let id: Int
    var title: String
}

@Model struct LibraryState: State {
    var books: Table<Int, Book> = []
    var name = "library"

    enum Change { case add(Book), rename(String), first(Int) }
    mutating func apply(_ change: Change) {
        switch change {
        case .add(let book): books.append(book)
        case .rename(let name): self.name = name
        case .first(let id): books.move(id, to: 0)
        }
    }
}

func show(_ store: StateStore<LibraryState>) {
    print(store.state().name, store.state().books.map { "\($0.id) \($0.title)" })
}

let path = "\(CommandLine.arguments[1])/library"
do {
    let store = try StateStore(LibraryState(), storage: FileStorage(path))
    store.change(.add(Book(id: 1, title: "Emma")))
    store.change(.add(Book(id: 2, title: "Persuasion")))
    store.change(.first(2))
    store.change(.rename("Austen"))
}
// GIVEN the file, WHEN another store opens it, THEN it has the state.
show(try StateStore(LibraryState(), storage: FileStorage(path)))
// WHEN its rows are migrated, THEN the state has what the migration made of them.
let migration = StorageMigration(from: 1) { rows in
    try rows.set(.string("Jane Austen"), of: "/name")
    try rows.updateElements(of: "/books") { $0["title"] = .string("Sanditon") }
    try rows.append(.object(["id": .integer(3), "title": .string("Emma")]), id: "3", to: "/books")
    try rows.removeElement("1", of: "/books")
}
show(try StateStore(LibraryState(), storage: FileStorage(path, migrating: [migration])))
// WHEN a host's config requests a store, THEN the library that exports this engine opens such a file.
let engine: any StorageEngine = FileEngine()
let file = StoreFile(path: path, app: "library")
show(try StateStore(LibraryState(), storage: engine.open(file, durability: .full, retention: .none) { _ in }))
// WHEN the file is cut short, THEN it is refused.
truncate(path, 100)
do { _ = try FileStorage(path) } catch { print("refused") }
