import Adit

/// Plans a trip directly to a location.
struct PlanTripUseCase: UseCase {
    enum Request { case planDirectly(to: Location) }
    enum Response: Equatable { case wasPlanned(Trip) }

    @Dependency(\.date) private var date
    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .planDirectly(let location):
            store.change(.planDirectly(to: location))
            let state = store.state()
            let trip = Trip(
                from: state.from, to: location, queryType: state.time.queryType, date: state.time.chosen ?? date(),
                options: state.options)
            respond(.wasPlanned(trip))
        }
    }
}
