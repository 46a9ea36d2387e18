import Adit

/// Makes the feature by which the time row follows the clock. It is a sink, without responses.
func createTimeFeature(store: Store) -> Input {
    let clockFollower = FollowClockUseCase(store: store)

    return { message in
        switch message {
        case .clock(.ticks(let date)): clockFollower.request(.tick(at: date))
        case .clock(.chosenTimePasses(let date)): clockFollower.request(.passChosenTime(at: date))
        default: break
        }
    }
}
