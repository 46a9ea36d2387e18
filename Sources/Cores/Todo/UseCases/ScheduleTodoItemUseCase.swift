import Adit

/// Sets the time by which an item is to be done, or clears it.
struct ScheduleTodoItemUseCase: UseCase {
    enum Request { case schedule(item: TodoItem, due: Timestamp?) }
    enum Response: Equatable {
        case wasScheduled(item: TodoItem)
        case wasNotScheduled(item: TodoItem, TodoListError)
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
        case .schedule(let item, let due):
            guard let known = store.state().items[id: item.id] else {
                return respond(.wasNotScheduled(item: item, .unknownItem))
            }
            let scheduled = known.alter(.schedule(due: due), at: now())
            store.change(.update(.item(scheduled)))
            respond(.wasScheduled(item: scheduled))
        }
    }
}
