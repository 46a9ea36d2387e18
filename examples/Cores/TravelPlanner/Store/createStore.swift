import Adit

/// The store of the travel planner app.
typealias Store = StateStore<TravelPlannerState>

/// Makes a store in memory.
func createStore() -> Store { StateStore(TravelPlannerState()) }
