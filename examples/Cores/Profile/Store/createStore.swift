import Adit

/// The store of the profile app.
typealias Store = StateStore<ProfileState>

/// Makes a store in memory.
func createStore() -> Store { StateStore(ProfileState()) }
