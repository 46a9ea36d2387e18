import Adit

/// Makes the feature by which the time row follows the clock. It is a sink, without responses.
func createTimeFeature(store: Store) -> Input {
    return { message in
        switch message {
        case .clock(.ticks(let date)): store.change(.tick(at: date))
        case .clock(.chosenTimePasses(let date)): store.change(.passChosenTime(at: date))
        default: break
        }
    }
}
