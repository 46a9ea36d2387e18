import Adit

/// Opens a page from the cache or by fetching it. A page that is being opened is not opened twice.
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
        store: Store, pages: any PageGateway, cache: any CacheGateway, effects: Effects,
        responder: @escaping (Response) -> Void
    ) {
        interactor = Interactor(store: store, pages: pages, cache: cache, effects: effects, responder: responder)
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
        private let pages: any PageGateway
        private let cache: any CacheGateway
        private let effects: Effects
        private let respond: (Response) -> Void

        init(
            store: Store, pages: any PageGateway, cache: any CacheGateway, effects: Effects,
            responder: @escaping (Response) -> Void
        ) {
            self.store = store
            self.pages = pages
            self.cache = cache
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
            let reply = try await pages.get(url: url)
            guard reply.status == 200 else { throw ReadingError.status(reply.status) }
            let page = Page(url: url, body: reply.body, fetched: date())
            try await orLog("the page is not kept") { try await cache.keep(page) }
            return page
        }

        private func keptPage(at url: String) async throws -> Page? {
            try await orLog("what is kept is not known") { try await cache.page(at: url) } ?? nil
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
