import Adit

/// Imports the items of an external list.
///
/// An import takes two requests. The first one fetches the list by a gateway, whose answer arrives as the second one:
/// the texts of the list, or an error. They make the items. The state does not change in between.
struct ImportTodoItemsUseCase: UseCase {
    enum Request {
        /// Fetches a list. A fetch in flight is restarted, as the list may have changed.
        case startImport(from: String)
        /// Cancels the fetch of a list.
        case cancelImport(from: String)
        /// Makes items from the fetched texts.
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
    ///   - listGateway: fetches lists.
    init(store: Store, listGateway: any ListGateway, responder: @escaping (Response) -> Void) {
        interactor = Interactor(store: store, listGateway: listGateway, responder: responder)
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
        private let respond: (Response) -> Void

        init(store: Store, listGateway: any ListGateway, responder: @escaping (Response) -> Void) {
            self.store = store
            self.listGateway = listGateway
            respond = responder
        }

        func start(_ list: String) {
            do { try listGateway.fetch(list) } catch {
                respond(.wasFetched(from: list, result: .failure(CodableError(error))))
            }
        }

        func cancel(_ list: String) {
            guard listGateway.cancel(list) else {
                return respond(.wasNotCancelled(from: list, .unknownImport))
            }
            respond(.wasCancelled(from: list))
        }

        func finish(_ list: String, _ texts: [String]) {
            let items = texts.filter { !$0.isBlank }.map { TodoItem(text: $0) }
            if hasDoubles(items) { return fail(list, CodableError(TodoListError.doubledItem)) }
            for item in items { store.change(.add(.item(item))) }
            respond(.wereImported(items: items))
        }

        /// Returns whether ids are duplicate, as is possible if the host sets the ids.
        private func hasDoubles(_ items: [TodoItem]) -> Bool {
            let known = store.state().items
            return Set(items.map(\.id)).count < items.count || items.contains { known.contains(id: $0.id) }
        }

        func fail(_ list: String, _ error: CodableError) { respond(.wereNotImported(from: list, error)) }
    }
}
