// The code of docs/store.md. Tests/blocks.py compares it with the page; what stands around it
// lets it compile.
import Adit
import AditSQLite

@testable import TodoCore

struct StoreGuide {
    func createTodoStore() throws {
        let store = try createStore(pathInDocuments: "todo/state.store", state: TodoState())
        store.change(.add(.item(TodoItem(text: "Buy milk"))))
    }

    func migrations() -> App<TodoState, Message> {
        App(
            "todo", schemaVersion: 3,
            migrations: [
                StorageMigration(from: 1) { rows in
                    try rows.rename("/items", to: "/todos")
                    try rows.updateElements(of: "/todos") { todo in
                        todo["isDone"] = .bool(todo.removeValue(forKey: "done") != nil)
                    }
                },
                StorageMigration(from: 2) { rows in
                    guard case .integer(let seconds)? = try rows.value(of: "/delay") else { return }
                    try rows.set(.integer(seconds * 1000), of: "/delay")
                },
            ], state: TodoState()
        ) { core in [] }
    }
}
