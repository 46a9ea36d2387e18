import Adit

/// Makes the feature that lets the time row follow the clock. It is a sink: it answers nothing.
func createTimeFeature(store: Store) -> Input {
    return { message in
        switch message {
        case .clock(.ticks(let date)): store.change(.tick(at: date))
        case .clock(.chosenTimePasses(let date)): store.change(.passChosenTime(at: date))
        default: break
        }
    }
}
