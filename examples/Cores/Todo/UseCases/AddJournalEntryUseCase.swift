import Adit

/// Adds an entry to the journal.
struct AddJournalEntryUseCase: UseCase {
    enum Request { case add(entry: JournalEntry) }
    enum Response: Equatable {
        case wasAdded(entry: JournalEntry)
        case wasNotAdded(entry: JournalEntry, TodoListError)
    }

    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .add(let entry):
            if entry.text.isBlank { return respond(.wasNotAdded(entry: entry, .emptyText)) }
            if store.state().journal.contains(id: entry.id) {
                return respond(.wasNotAdded(entry: entry, .doubledEntry))
            }
            store.change(.add(.entry(entry)))
            respond(.wasAdded(entry: entry))
        }
    }
}
