import Adit

/// The store of the reader app.
typealias Store = StateStore<ReaderState>

/// Makes a store in memory.
func createStore() -> Store { StateStore(ReaderState()) }
