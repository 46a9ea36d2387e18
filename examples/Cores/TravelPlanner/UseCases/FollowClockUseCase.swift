import Adit

/// Moves the time row with the clock. It has no responses.
struct FollowClockUseCase: UseCase {
    enum Request {
        case tick(at: Timestamp)
        case passChosenTime(at: Timestamp)
    }
    enum Response {}

    let store: Store

    func request(_ request: Request) {
        switch request {
        case .tick(let date): store.change(.tick(at: date))
        case .passChosenTime(let date): store.change(.passChosenTime(at: date))
        }
    }
}
