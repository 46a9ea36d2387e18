import Adit

/// Changes the text of a journal entry.
struct EditJournalEntryUseCase: UseCase {
    enum Request { case edit(entry: JournalEntry, text: String) }
    enum Response: Equatable {
        case wasEdited(entry: JournalEntry)
        case wasNotEdited(entry: JournalEntry, TodoListError)
    }

    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .edit(let entry, let text):
            if text.isBlank { return respond(.wasNotEdited(entry: entry, .emptyText)) }
            guard let known = store.state().journal[id: entry.id] else {
                return respond(.wasNotEdited(entry: entry, .unknownEntry))
            }
            let edited = known.alter(.edit(text: text))
            store.change(.update(.entry(edited)))
            respond(.wasEdited(entry: edited))
        }
    }
}
