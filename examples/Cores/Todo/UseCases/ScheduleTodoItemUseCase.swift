import Adit

/// Sets or clears the due time of an item.
struct ScheduleTodoItemUseCase: UseCase {
    enum Request { case schedule(item: TodoItem, due: Timestamp?) }
    enum Response: Equatable {
        case wasScheduled(item: TodoItem)
        case wasNotScheduled(item: TodoItem, TodoListError)
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
        case .schedule(let item, let due):
            guard let known = store.state().items[id: item.id] else {
                return respond(.wasNotScheduled(item: item, .unknownItem))
            }
            let scheduled = known.alter(.schedule(due: due), at: date())
            store.change(.update(.item(scheduled)))
            respond(.wasScheduled(item: scheduled))
        }
    }
}
