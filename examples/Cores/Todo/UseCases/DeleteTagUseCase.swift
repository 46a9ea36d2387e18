import Adit

/// Deletes a tag, but not its items.
struct DeleteTagUseCase: UseCase {
    enum Request { case delete(tag: Tag) }
    enum Response: Equatable {
        case wasDeleted(tag: Tag)
        case wasNotDeleted(tag: Tag, TodoListError)
    }

    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .delete(let tag):
            guard let tag = store.state().tags[id: tag.id] else {
                return respond(.wasNotDeleted(tag: tag, .unknownTag))
            }
            store.change(.remove(.tag(tag)))
            respond(.wasDeleted(tag: tag))
        }
    }
}
