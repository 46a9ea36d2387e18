import Adit
import AditPostgres

/// The code of the module's page, which Tests/blocks.py compares with it. Nothing calls it: there is no such database.
func guide() throws {
    let storage = try PostgresStorage.open("postgresql://db.example/adit", core: "list-42", app: "todo")
    let store = try StateStore(Todo(), storage: storage)
    _ = store
}
