import Adit

/// Creates a tag, optionally with items.
struct CreateTagUseCase: UseCase {
    enum Request { case create(tag: Tag) }
    enum Response: Equatable {
        case wasCreated(tag: Tag)
        case wasNotCreated(tag: Tag, TodoListError)
    }

    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .create(let tag):
            if let error = objection(to: tag) { return respond(.wasNotCreated(tag: tag, error)) }
            store.change(.add(.tag(tag)))
            respond(.wasCreated(tag: tag))
        }
    }

    private func objection(to tag: Tag) -> TodoListError? {
        if tag.name.isBlank { return .emptyText }
        let state = store.state()
        if state.tags.contains(id: tag.id) { return .doubledTag }
        if tag.tagged.contains(where: { !state.items.contains(id: $0) }) { return .unknownItem }
        return Set(tag.tagged).count == tag.tagged.count ? nil : .doubledItem
    }
}
