import Adit

/// Changes the text of an item.
struct EditTodoItemUseCase: UseCase {
    enum Request { case edit(item: TodoItem, text: String) }
    enum Response: Equatable {
        case wasEdited(item: TodoItem)
        case wasNotEdited(item: TodoItem, TodoListError)
    }

    @Dependency(\.date) private var date
    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .edit(let item, let text):
            if text.isBlank { return respond(.wasNotEdited(item: item, .emptyText)) }
            guard let known = store.state().items[id: item.id] else {
                return respond(.wasNotEdited(item: item, .unknownItem))
            }
            let edited = known.alter(.edit(text: text), at: date())
            store.change(.update(.item(edited)))
            respond(.wasEdited(item: edited))
        }
    }
}
