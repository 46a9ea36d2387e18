import Adit

/// Keeps values in the state.
struct KeepValues: UseCase {
    enum Request { case keep(Kept) }
    enum Response: Equatable { case wasKept(Kept) }

    let store: StateStore<ValuesState>
    let respond: (Response) -> Void

    func request(_ request: Request) {
        switch request {
        case .keep(let values):
            store.change(.keep(values))
            respond(.wasKept(values))
        }
    }
}
