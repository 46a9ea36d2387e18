import Adit

/// Returns the sources that a state requests; none if the chosen time is permanent.
func createSources(output: @escaping Output) -> (TravelPlannerState) -> [Source] {
    return { state in
        guard let chosen = state.time.chosen else { return [createClockSource(output: output)] }
        return state.time.now == .automatic ? [createChosenTimeSource(until: chosen, output: output)] : []
    }
}
