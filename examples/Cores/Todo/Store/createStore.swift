import Adit

/// The store of the todo app.
package typealias Store = StateStore<TodoState>

/// Makes a store in memory.
func createStore() -> Store { StateStore(TodoState()) }
