import Adit

/// Switches where the trip begins and where it ends. It has no responses.
struct SwitchLocationsUseCase: UseCase {
    enum Request { case switchLocations }
    enum Response {}

    let store: Store

    func request(_ request: Request) {
        switch request {
        case .switchLocations: store.change(.switchLocations)
        }
    }
}
