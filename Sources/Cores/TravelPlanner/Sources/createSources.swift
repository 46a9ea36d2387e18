import Adit

/// Makes all sources of the app: which of them run is a function of the state. With a time that was chosen for good,
/// none does.
func createSources(output: @escaping Output) -> (TravelPlannerState) -> [Source] {
    return { state in
        guard let chosen = state.time.chosen else { return [createClockSource(output: output)] }
        return state.time.now == .automatic ? [createChosenTimeSource(until: chosen, output: output)] : []
    }
}
