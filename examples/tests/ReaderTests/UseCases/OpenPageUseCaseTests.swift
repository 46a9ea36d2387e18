@testable import Adit
import Testing

@testable import ReaderCore

/// A use case by itself, on a clock that stands still.
@Suite struct OpenPageUseCaseTests {
    let store = createStore()
    let pages = MockPageGateway()
    let cache = MockCacheGateway()
    let responses = Responses<OpenPageUseCase.Response>()
    let runner = EffectRunner(clock: .virtual)
    let lines = Lines()

    private func request(_ requests: OpenPageUseCase.Request...) throws {
        withDependencies {
            $0.date = .constant(.morning)
            $0.logger = Logger(label: "test") { [lines] _ in CoreLogHandler(sink: lines.append) }
        } operation: {
            let opener = OpenPageUseCase(
                store: store, pages: pages, cache: cache, effects: runner.makeEffects(), responder: responses.append)
            for request in requests { opener.request(request) }
        }
        try runner.run()
    }

    @Test func U5_theAsynchronousInteractorChangesTheStoreBeforeItResponds() throws {
        // GIVEN a page that nothing is kept of
        pages.bodies["/a"] = "text"
        // WHEN
        try request(.open(url: "/a"))
        // THEN
        #expect(responses.all == [.wasOpened(page: .of("/a"), from: .network)])
        #expect(Array(store.state().history) == [.of("/a")])
        #expect(store.state().openings.isEmpty)
        #expect(cache.pages == ["/a": .of("/a")])
    }

    @Test func whatIsKeptIsNotFetched() throws {
        // GIVEN
        cache.pages["/a"] = .of("/a", "kept", fetched: .epoch)
        // WHEN
        try request(.open(url: "/a"))
        // THEN
        #expect(responses.all == [.wasOpened(page: .of("/a", "kept", fetched: .epoch), from: .cache)])
        #expect(Array(store.state().history) == [.of("/a", from: .cache)])
        #expect(pages.asked == [])
    }

    @Test func aRefreshedPageIsFetchedWhateverIsKept() throws {
        // GIVEN
        cache.pages["/a"] = .of("/a", "kept", fetched: .epoch)
        pages.bodies["/a"] = "new"
        // WHEN
        try request(.refresh(url: "/a"))
        // THEN
        #expect(responses.all == [.wasOpened(page: .of("/a", "new"), from: .network)])
        #expect(cache.pages["/a"]?.body == "new")
    }

    @Test(arguments: ["", " \n"]) func U4_aPageWithoutAURLIsAnsweredByOneFailure(url: String) throws {
        // WHEN
        try request(.open(url: url), .refresh(url: url))
        // THEN
        #expect(responses.all == [.wasNotOpened(url: url, .emptyURL), .wasNotOpened(url: url, .emptyURL)])
        #expect(pages.asked == [])
        #expect(store.state() == ReaderState())
    }

    @Test func aPageThatThereIsNotIsNotKept() throws {
        // WHEN
        try request(.open(url: "/nothing"))
        // THEN
        #expect(responses.all == [.wasNotOpened(url: "/nothing", .status(404))])
        #expect(store.state() == ReaderState())
        #expect(cache.pages == [:])
    }

    @Test func aGatewayThatFailsIsToldInWords() throws {
        // GIVEN
        pages.failure = GatewayFailure.notServed("fetch")
        // WHEN
        try request(.open(url: "/a"))
        // THEN
        #expect(responses.all == [.wasNotOpened(url: "/a", .failed(GatewayFailure.notServed("fetch").description))])
    }

    @Test func aStoreThatFailsIsDoneWithout() throws {
        // GIVEN a store that neither finds nor keeps
        pages.bodies["/a"] = "text"
        cache.failure = GatewayFailure.timedOut("keyValue", after: .seconds(2))
        // WHEN
        try request(.open(url: "/a"))
        // THEN
        #expect(responses.all == [.wasOpened(page: .of("/a"), from: .network)])
        #expect(cache.pages == [:])
        // AND the log says so
        let reason = "the gateway \"keyValue\" did not answer within 2.0 seconds"
        #expect(lines.all == ["what is kept is not known", "the page is not kept"].map { "warning: \($0): \(reason)" })
    }

    @Test func U5_theInteractorKeepsTheDependenciesWithWhichItWasStarted() throws {
        // GIVEN a page that takes a minute, on a clock that begins long before the morning
        pages.bodies["/a"] = "text"
        pages.delay = .seconds(60)
        try request(.open(url: "/a"))
        #expect(store.state().openings.map(\.since) == [.morning])
        // WHEN
        try runner.advance(by: .seconds(60))
        // THEN its date is still the one that was set when it was asked for
        #expect(Array(store.state().history) == [.of("/a")])
    }
}
