import Adit
import AditGateways

/// Opens a page: the one that is kept, or else the one that HTTP fetches. A page that is being opened is not opened twice.
struct OpenPageUseCase: UseCase {
    enum Request {
        case open(url: String)
        case refresh(url: String)
    }
    enum Response: Equatable {
        case wasOpened(page: Page, from: Origin)
        case wasNotOpened(url: String, ReadingError)
        case wasJoined(url: String)
    }
    typealias RequestType = Request
    typealias ResponseType = Response

    private let interactor: Interactor

    init(
        store: Store, http: any HTTPGateway, keyValue: any KeyValueGateway, effects: Effects,
        responder: @escaping (Response) -> Void
    ) {
        interactor = Interactor(store: store, http: http, keyValue: keyValue, effects: effects, responder: responder)
    }

    func request(_ request: Request) {
        switch request {
        case .open(let url): interactor.open(url)
        case .refresh(let url): interactor.refresh(url)
        }
    }
}

extension OpenPageUseCase {
    fileprivate final class Interactor {
        @Dependency(\.date) private var date
        @Dependency(\.logger) private var logger
        private let store: Store
        private let http: any HTTPGateway
        private let keyValue: any KeyValueGateway
        private let effects: Effects
        private let respond: (Response) -> Void

        init(
            store: Store, http: any HTTPGateway, keyValue: any KeyValueGateway, effects: Effects,
            responder: @escaping (Response) -> Void
        ) {
            self.store = store
            self.http = http
            self.keyValue = keyValue
            self.effects = effects
            respond = responder
        }

        func open(_ url: String) {
            if effects.isInFlight(id: Work.opening(url: ByteString(url))) { return respond(.wasJoined(url: url)) }
            begin(url) { [self] in
                if let page = try await keptPage(at: url) { return (page, .cache) }
                return (try await fetch(url), .network)
            }
        }

        func refresh(_ url: String) {
            begin(url) { [self] in (try await fetch(url), .network) }
        }

        /// Starts an effect that finds a page; cancels the one in flight for the same page.
        private func begin(_ url: String, _ find: @escaping () async throws -> (Page, Origin)) {
            if url.isBlank { return respond(.wasNotOpened(url: url, .emptyURL)) }
            store.change(.begin(Opening(url: url, since: date())))
            effects.run(id: Work.opening(url: ByteString(url)), whileInFlight: .cancelPrevious) { [self] in
                do {
                    let (page, origin) = try await find()
                    try Task.checkCancellation()
                    store.change(.finish(Reading(url: url, from: origin, date: date())))
                    respond(.wasOpened(page: page, from: origin))
                } catch _ where Task.isCancelled {
                    // The request that cancelled it has responded.
                } catch {
                    store.change(.end(url: url))
                    respond(.wasNotOpened(url: url, ReadingError(error)))
                }
            }
        }

        private func fetch(_ url: String) async throws -> Page {
            var request = HTTPRequest(.get, url)
            request.timeout = .seconds(10)
            let response = try await http.send(request)
            guard response.status == 200 else { throw ReadingError.status(response.status) }
            guard let body = response.body.text else { throw ReadingError.failed("the page is not UTF-8 text") }
            let page = Page(url: url, body: body, fetched: date())
            try await orLog("the page is not kept") { try await keyValue.put(page, url) }
            return page
        }

        private func keptPage(at url: String) async throws -> Page? {
            try await orLog("what is kept is not known") { try await keyValue.value(url) } ?? nil
        }

        /// Runs work that a page can be opened without, and logs its failure.
        @discardableResult
        private func orLog<R>(_ loss: String, _ work: () async throws -> R) async throws -> R? {
            do {
                return try await work()
            } catch {
                try Task.checkCancellation()
                logger.warning("\(loss): \(error)")
                return nil
            }
        }
    }
}
