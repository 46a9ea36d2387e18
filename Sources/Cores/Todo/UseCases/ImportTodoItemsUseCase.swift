import Adit

/// Imports the items of a list that somebody else keeps.
///
/// It is done in two requests: the one that asks for it starts an effect, which fetches the list and responds with what
/// that came to, be it the texts or an error; given back as the other request, it makes the items. Nothing changes in
/// between.
struct ImportTodoItemsUseCase: UseCase {
    enum Request {
        /// Fetches a list. One that is being fetched already is fetched anew, as it may have changed.
        case startImport(from: String)
        /// Fetches a list no longer.
        case cancelImport(from: String)
        /// Makes items of what was fetched.
        case finishImport(from: String, result: Result<[String], CodableError>)
    }
    enum Response: Equatable {
        case wasFetched(from: String, result: Result<[String], CodableError>)
        case wereImported(items: [TodoItem])
        case wereNotImported(from: String, CodableError)
        case wasCancelled(from: String)
        case wasNotCancelled(from: String, TodoListError)
    }

    private let interactor: Interactor

    /// - Parameters:
    ///   - listGateway: where lists come from.
    ///   - effects: fetches them. Their names are its ids; nobody else uses it.
    init(store: Store, listGateway: any ListGateway, effects: Effects, responder: @escaping (Response) -> Void) {
        interactor = Interactor(store: store, listGateway: listGateway, effects: effects, responder: responder)
    }

    func request(_ request: Request) {
        switch request {
        case .startImport(let list): interactor.start(list)
        case .cancelImport(let list): interactor.cancel(list)
        case .finishImport(let list, .success(let texts)): interactor.finish(list, texts)
        case .finishImport(let list, .failure(let error)): interactor.fail(list, error)
        }
    }
}

extension ImportTodoItemsUseCase {
    fileprivate final class Interactor {
        private let store: Store
        private let listGateway: any ListGateway
        private let effects: Effects
        private let respond: (Response) -> Void

        init(store: Store, listGateway: any ListGateway, effects: Effects, responder: @escaping (Response) -> Void) {
            self.store = store
            self.listGateway = listGateway
            self.effects = effects
            respond = responder
        }

        func start(_ list: String) {
            effects.run(id: ByteString(list), whileInFlight: .cancelPrevious) { [listGateway, respond] in
                let result = try await Result { try await listGateway.fetch(list) }
                respond(.wasFetched(from: list, result: result))
            }
        }

        func cancel(_ list: String) {
            guard effects.isInFlight(id: ByteString(list)) else {
                return respond(.wasNotCancelled(from: list, .unknownImport))
            }
            effects.cancel(id: ByteString(list))
            respond(.wasCancelled(from: list))
        }

        func finish(_ list: String, _ texts: [String]) {
            let items = texts.filter { !$0.isBlank }.map { TodoItem(text: $0) }
            if hasDoubles(items) { return fail(list, CodableError(TodoListError.doubledItem)) }
            for item in items { store.change(.add(.item(item))) }
            respond(.wereImported(items: items))
        }

        /// Whether ids are in use twice, as may be where the host says which ids there are.
        private func hasDoubles(_ items: [TodoItem]) -> Bool {
            let known = store.state().items
            return Set(items.map(\.id)).count < items.count || items.contains { known.contains(id: $0.id) }
        }

        func fail(_ list: String, _ error: CodableError) { respond(.wereNotImported(from: list, error)) }
    }
}
