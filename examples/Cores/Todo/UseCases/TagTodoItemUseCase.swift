import Adit

/// Tags an item, or removes a tag from it. Either way the tag becomes the last one.
struct TagTodoItemUseCase: UseCase {
    enum Request {
        case tag(TodoItem, with: Tag)
        case untag(TodoItem, from: Tag)
    }
    enum Response: Equatable {
        case wasTagged(TodoItem, with: Tag)
        case wasNotTagged(TodoItem, with: Tag, TodoListError)
        case wasUntagged(TodoItem, from: Tag)
        case wasNotUntagged(TodoItem, from: Tag, TodoListError)
    }

    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .tag(let item, with: let tag):
            do {
                let (item, tag) = try known(item, tag)
                respond(.wasTagged(item, with: replace(by: tag.alter(.add(item)))))
            } catch {
                respond(.wasNotTagged(item, with: tag, error))
            }
        case .untag(let item, from: let tag):
            do {
                let (item, tag) = try known(item, tag)
                respond(.wasUntagged(item, from: replace(by: tag.alter(.remove(item)))))
            } catch {
                respond(.wasNotUntagged(item, from: tag, error))
            }
        }
    }

    /// Returns the item and the tag from the store.
    private func known(_ item: TodoItem, _ tag: Tag) throws(TodoListError) -> (TodoItem, Tag) {
        let state = store.state()
        guard let item = state.items[id: item.id] else { throw .unknownItem }
        guard let tag = state.tags[id: tag.id] else { throw .unknownTag }
        return (item, tag)
    }

    private func replace(by altered: Tag) -> Tag {
        store.change(.updateAsLast(.tag(altered)))
        return altered
    }
}
