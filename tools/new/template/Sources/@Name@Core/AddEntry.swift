import Adit

/// Adds entries to the list, each of them once.
struct AddEntry: UseCase {
    enum Request { case add(text: String) }
    enum Response: Equatable {
        case wasAdded(text: String, count: Int)
        case wasNotAdded(text: String, error: EntryError)
    }

    let store: StateStore<@Name@State>
    let respond: (Response) -> Void

    func request(_ request: Request) {
        switch request {
        case .add(let text):
            if text.isEmpty { return respond(.wasNotAdded(text: text, error: .noText)) }
            if store.state().entries.contains(text) {
                return respond(.wasNotAdded(text: text, error: .isThereAlready))
            }
            store.change(.add(text))
            respond(.wasAdded(text: text, count: store.state().entries.count))
        }
    }
}
