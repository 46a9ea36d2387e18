import Adit

/// Shows a location in a row. It has no responses.
struct SetLocationUseCase: UseCase {
    enum Request { case set(LocationRow, Location) }
    enum Response {}

    let store: Store

    func request(_ request: Request) {
        switch request {
        case .set(let row, let location): store.change(.setLocation(row, location))
        }
    }
}
