import Adit

/// Changes the text of an item.
struct EditTodoItemUseCase: UseCase {
    enum Request { case edit(item: TodoItem, text: String) }
    enum Response: Equatable {
        case wasEdited(item: TodoItem)
        case wasNotEdited(item: TodoItem, TodoListError)
    }

    private let store: Store
    private let now: () -> Timestamp
    private let respond: (Response) -> Void

    init(store: Store, now: @escaping () -> Timestamp, responder: @escaping (Response) -> Void) {
        self.store = store
        self.now = now
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .edit(let item, let text):
            if text.isBlank { return respond(.wasNotEdited(item: item, .emptyText)) }
            guard let known = store.state().items[id: item.id] else {
                return respond(.wasNotEdited(item: item, .unknownItem))
            }
            let edited = known.alter(.edit(text: text), at: now())
            store.change(.update(.item(edited)))
            respond(.wasEdited(item: edited))
        }
    }
}
