import Adit

/// The store of the reader app.
package typealias Store = StateStore<ReaderState>

/// Makes a store in memory.
func createStore() -> Store { StateStore(ReaderState()) }
