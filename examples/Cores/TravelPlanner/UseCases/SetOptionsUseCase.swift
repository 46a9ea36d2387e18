import Adit

/// Sets options of the trip or of a widget. It has no responses.
struct SetOptionsUseCase: UseCase {
    enum Request {
        case setTravelOptions(TravelOptions)
        case setDirectToOptions(DirectToOptions)
        case setCiCoOptions(CiCoOptions)
    }
    enum Response {}

    let store: Store

    func request(_ request: Request) {
        switch request {
        case .setTravelOptions(let options): store.change(.setTravelOptions(options))
        case .setDirectToOptions(let options): store.change(.setDirectToOptions(options))
        case .setCiCoOptions(let options): store.change(.setCiCoOptions(options))
        }
    }
}
