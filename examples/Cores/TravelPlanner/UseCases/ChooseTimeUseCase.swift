import Adit

/// Chooses the time of the trip, or switches the Now button on. It has no responses.
struct ChooseTimeUseCase: UseCase {
    enum Request {
        /// Departs or arrives at a time; nil for the one that it is.
        case choose(TravelTimeQueryType, Timestamp?)
        /// Leads the Now button on.
        case pressNow
    }
    enum Response {}

    @Dependency(\.date) private var date
    private let store: Store

    init(store: Store) { self.store = store }

    func request(_ request: Request) {
        switch request {
        case .choose(let queryType, let time):
            store.change(.chooseQueryType(queryType))
            if let time { store.change(.chooseTime(time, at: date())) }
        case .pressNow:
            store.change(.pressNow(at: date()))
        }
    }
}
