import Adit

/// Checks an item off, or unchecks it. An item that is already in the requested state is unchanged.
struct CheckTodoItemUseCase: UseCase {
    enum Request {
        case check(item: TodoItem)
        case uncheck(item: TodoItem)
    }
    enum Response: Equatable {
        case wasChecked(item: TodoItem)
        case wasNotChecked(item: TodoItem, TodoListError)
        case wasUnchecked(item: TodoItem)
        case wasNotUnchecked(item: TodoItem, TodoListError)
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
        case .check(let item):
            guard let known = store.state().items[id: item.id] else {
                return respond(.wasNotChecked(item: item, .unknownItem))
            }
            if known.completed { return respond(.wasChecked(item: known)) }
            let checked = known.alter(.check, at: date())
            store.change(.update(.item(checked)))
            respond(.wasChecked(item: checked))
        case .uncheck(let item):
            guard let known = store.state().items[id: item.id] else {
                return respond(.wasNotUnchecked(item: item, .unknownItem))
            }
            if !known.completed { return respond(.wasUnchecked(item: known)) }
            let unchecked = known.alter(.uncheck, at: date())
            store.change(.update(.item(unchecked)))
            respond(.wasUnchecked(item: unchecked))
        }
    }
}
