import Adit

/// Adds an item to the list.
struct AddTodoItemUseCase: UseCase {
    enum Request {
        case add(item: TodoItem)
    }
    enum Response: Equatable {
        case wasAdded(item: TodoItem)
        case wasNotAdded(item: TodoItem, TodoListError)
    }
    typealias RequestType = Request
    typealias ResponseType = Response

    private let interactor: Interactor

    init(store: Store, responder: @escaping (Response) -> Void) {
        interactor = Interactor(store: store, responder: responder)
    }

    func request(_ request: Request) {
        switch request {
        case .add(let item): interactor.add(item: item)
        }
    }
}

extension AddTodoItemUseCase {
    fileprivate final class Interactor {
        private let store: Store
        private let respond: (Response) -> Void

        init(store: Store, responder: @escaping (Response) -> Void) {
            self.store = store
            respond = responder
        }

        func add(item: TodoItem) {
            if item.text.isBlank { return respond(.wasNotAdded(item: item, .emptyText)) }
            if store.state().items.contains(id: item.id) { return respond(.wasNotAdded(item: item, .doubledItem)) }
            store.change(.add(.item(item)))
            respond(.wasAdded(item: item))
        }
    }
}
