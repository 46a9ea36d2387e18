import Adit

/// Deletes an entry from the journal.
struct DeleteJournalEntryUseCase: UseCase {
    enum Request { case delete(entry: JournalEntry) }
    enum Response: Equatable {
        case wasDeleted(entry: JournalEntry)
        case wasNotDeleted(entry: JournalEntry, TodoListError)
    }

    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .delete(let entry):
            guard let entry = store.state().journal[id: entry.id] else {
                return respond(.wasNotDeleted(entry: entry, .unknownEntry))
            }
            store.change(.remove(.entry(entry)))
            respond(.wasDeleted(entry: entry))
        }
    }
}
