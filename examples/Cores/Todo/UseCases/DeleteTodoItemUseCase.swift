import Adit

/// Deletes an item from the list and from its tags.
struct DeleteTodoItemUseCase: UseCase {
    enum Request { case delete(item: TodoItem) }
    enum Response: Equatable {
        case wasDeleted(item: TodoItem)
        case wasNotDeleted(item: TodoItem, TodoListError)
    }

    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .delete(let item):
            guard let item = store.state().items[id: item.id] else {
                return respond(.wasNotDeleted(item: item, .unknownItem))
            }
            store.change(.remove(.item(item)))
            respond(.wasDeleted(item: item))
        }
    }
}
