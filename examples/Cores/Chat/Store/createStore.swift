import Adit

/// The store of the chat app.
typealias Store = StateStore<ChatState>

/// Makes a store in memory.
func createStore() -> Store { StateStore(ChatState()) }
