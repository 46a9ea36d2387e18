import Adit

/// A use case with an interactor. (004: "Architecture & Agility: 01 - UseCases")
struct AddTodoItemUseCase: UseCase {
    enum Request { case add(item: TodoItem) }
    enum Response: Equatable { case wasAdded(item: TodoItem) }
    typealias RequestType = Request
    typealias ResponseType = Response

    init(store: StateStore<TodoState>, responder: @escaping (Response) -> ()) {
        self.interactor = Interactor(store: store, responder: responder)
    }

    func request(_ request: Request) {
        switch request {
        case .add(item: let item): interactor.add(item: item)
        }
    }

    private let interactor: Interactor
}

extension AddTodoItemUseCase {
    fileprivate final class Interactor {
        init(store: StateStore<TodoState>, responder: @escaping (Response) -> ()) {
            self.store = store
            self.respond = responder
        }

        func add(item: TodoItem) {
            store.change(.add(.item(item)))
            respond(.wasAdded(item: item))
        }

        private let store: StateStore<TodoState>
        private let respond: (Response) -> ()
    }
}

struct DeleteTodoItemUseCase: UseCase {
    enum Request { case delete(item: TodoItem) }
    enum Response: Equatable { case wasDeleted(item: TodoItem) }

    init(store: StateStore<TodoState>, responder: @escaping (Response) -> ()) {
        self.store = store
        self.respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .delete(item: let item):
            store.change(.remove(.item(item)))
            respond(.wasDeleted(item: item))
        }
    }

    private let store: StateStore<TodoState>
    private let respond: (Response) -> ()
}

struct TagTodoItemUseCase: UseCase {
    enum Request {
        case tag(TodoItem, with: Tag)
        case untag(TodoItem, from: Tag)
    }
    enum Response: Equatable {
        case wasTagged(TodoItem, with: Tag)
        case wasUntagged(TodoItem, from: Tag)
    }

    init(store: StateStore<TodoState>, responder: @escaping (Response) -> ()) {
        self.store = store
        self.respond = responder
    }

    func request(_ request: Request) {
        let tags = store.state().tags
        switch request {
        case .tag(let item, with: let tag):
            store.change(.replace(.tags(tags.filter { $0.id != tag.id } + [tag.alter(.add(item))])))
            respond(.wasTagged(item, with: tag))
        case .untag(let item, from: let tag):
            store.change(.replace(.tags(tags.filter { $0.id != tag.id } + [tag.alter(.remove(item))])))
            respond(.wasUntagged(item, from: tag))
        }
    }

    private let store: StateStore<TodoState>
    private let respond: (Response) -> ()
}

/// What travels: the requests and responses of the use cases.
@Message public enum Message: Equatable {
    case todo(_Todo)

    public enum _Todo: Equatable {
        case request(_Request)
        case response(_Response)
        public enum _Request: Equatable { case add(item: TodoItem), delete(item: TodoItem), tag(TodoItem, with: Tag) }
        public enum _Response: Equatable {
            case wasAdded(TodoItem), wasDeleted(TodoItem), wasTagged(TodoItem, with: Tag), wasUntagged(
                TodoItem, from: Tag)
        }
    }
}

/// The feature that calls them.
func createTodoFeature(store: StateStore<TodoState>, output: @escaping Output<Message>) -> Input<Message> {
    let itemAdder = AddTodoItemUseCase(store: store, responder: handle(output: output))
    let itemDeleter = DeleteTodoItemUseCase(store: store) { response in
        switch response {
        case .wasDeleted(let item): output(.todo(.response(.wasDeleted(item))))
        }
    }
    let itemTagger = TagTodoItemUseCase(store: store) { response in
        switch response {
        case .wasTagged(let item, let tag): output(.todo(.response(.wasTagged(item, with: tag))))
        case .wasUntagged(let item, let tag): output(.todo(.response(.wasUntagged(item, from: tag))))
        }
    }
    return { msg in
        switch msg {
        case .todo(.request(.add(let item))): itemAdder.request(.add(item: item))
        case .todo(.request(.delete(let item))): itemDeleter.request(.delete(item: item))
        case .todo(.request(.tag(let item, let tag))): itemTagger.request(.tag(item, with: tag))
        default: break
        }
    }
}

private func handle(output: @escaping Output<Message>) -> (AddTodoItemUseCase.Response) -> () {
    { response in
        switch response {
        case .wasAdded(item: let item): output(.todo(.response(.wasAdded(item))))
        }
    }
}

public func taggingApp() -> App<TodoState, Message> {
    App("tagging", state: TodoState()) { core in [Feature(createTodoFeature(store: core.store, output: core.output))] }
}

@Model public struct TodoItem: Identifiable, Equatable, Sendable { public let id: Int, text: String }

@Model public struct Tag: Identifiable, Equatable, Sendable {
    public let id: Int
    var name: String
    var tagged: [Int] = []

    enum Change { case add(TodoItem), remove(TodoItem) }
    func alter(_ change: Change) -> Tag {
        switch change {
        case .add(let item): Tag(id: id, name: name, tagged: tagged + [item.id])
        case .remove(let item): Tag(id: id, name: name, tagged: tagged.filter { $0 != item.id })
        }
    }
}

@Model public struct TodoState: State, Equatable {
    var items: [TodoItem] = []
    var tags: [Tag] = []

    public enum Change { case add(Element), remove(Element), replace(Elements) }
    public enum Element { case item(TodoItem), tag(Tag) }
    public enum Elements { case tags([Tag]) }

    public mutating func apply(_ change: Change) {
        switch change {
        case .add(.item(let item)): items.append(item)
        case .add(.tag(let tag)): tags.append(tag)
        case .remove(.item(let item)): items.removeAll { $0.id == item.id }
        case .remove(.tag(let tag)): tags.removeAll { $0.id == tag.id }
        case .replace(.tags(let all)): tags = all
        }
    }
}
