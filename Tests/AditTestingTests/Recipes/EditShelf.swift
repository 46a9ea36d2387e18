import Adit

@Message enum ShelfMessage: Equatable {
    case shelf(Shelf)

    enum Shelf: Equatable {
        case request(Request)
        case response(Response)

        enum Request: Equatable {
            case add(title: String)
            case remove(title: String)
        }
        enum Response: Equatable {
            case wasAdded(title: String)
            case wasRemoved(title: String)
            case wasNotRemoved(title: String)
        }
    }
}

@Model struct ShelfState: State {
    var titles: [String] = []

    enum Change { case set([String]) }
    mutating func apply(_ change: Change) {
        switch change {
        case .set(let titles): self.titles = titles
        }
    }
}

struct EditShelf: UseCase {
    typealias Request = ShelfMessage.Shelf.Request
    typealias Response = ShelfMessage.Shelf.Response

    let store: StateStore<ShelfState>
    let respond: (Response) -> Void

    func request(_ request: Request) {
        var titles = store.state().titles
        switch request {
        case .add(let title):
            store.change(.set(titles + [title]))
            respond(.wasAdded(title: title))
        case .remove(let title):
            guard let index = titles.firstIndex(of: title) else { return respond(.wasNotRemoved(title: title)) }
            titles.remove(at: index)
            store.change(.set(titles))
            respond(.wasRemoved(title: title))
        }
    }
}

func createShelfFeature(
    store: StateStore<ShelfState>, output: @escaping Output<ShelfMessage>
) -> Input<ShelfMessage> {
    let editor = EditShelf(store: store) { output(.shelf(.response($0))) }
    return { message in
        if case .shelf(.request(let request)) = message { editor.request(request) }
    }
}
