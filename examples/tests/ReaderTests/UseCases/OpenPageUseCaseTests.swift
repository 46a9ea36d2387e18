@testable import Adit
import AditGateways
import Testing

@testable import ReaderCore

/// A use case by itself, on a clock that stands still.
@Suite struct OpenPageUseCaseTests {
    let store = createStore()
    let http = MockHTTPGateway()
    let keyValue = MockKeyValueGateway()
    let responses = Responses<OpenPageUseCase.Response>()
    let runner = EffectRunner(clock: .virtual)
    let lines = Lines()

    private func request(_ requests: OpenPageUseCase.Request...) throws {
        withDependencies {
            $0.date = .constant(.morning)
            $0.logger = Logger(label: "test") { [lines] _ in CoreLogHandler(sink: lines.append) }
        } operation: {
            let opener = OpenPageUseCase(
                store: store, http: http, keyValue: keyValue, effects: runner.makeEffects(), responder: responses.append
            )
            for request in requests { opener.request(request) }
        }
        try runner.run()
    }

    @Test func U5_theAsynchronousInteractorChangesTheStoreBeforeItResponds() throws {
        // GIVEN a page that nothing is kept of
        http.bodies["/a"] = .text("text")
        // WHEN
        try request(.open(url: "/a"))
        // THEN
        #expect(responses.all == [.wasOpened(page: .of("/a"), from: .network)])
        #expect(Array(store.state().history) == [.of("/a")])
        #expect(store.state().openings.isEmpty)
        #expect(try keyValue.pages == ["/a": .of("/a")])
    }

    @Test func whatIsKeptIsNotFetched() throws {
        // GIVEN
        try keyValue.keep(.of("/a", "kept", fetched: .epoch))
        // WHEN
        try request(.open(url: "/a"))
        // THEN
        #expect(responses.all == [.wasOpened(page: .of("/a", "kept", fetched: .epoch), from: .cache)])
        #expect(Array(store.state().history) == [.of("/a", from: .cache)])
        #expect(http.asked == [])
    }

    @Test func aRefreshedPageIsFetchedWhateverIsKept() throws {
        // GIVEN
        try keyValue.keep(.of("/a", "kept", fetched: .epoch))
        http.bodies["/a"] = .text("new")
        // WHEN
        try request(.refresh(url: "/a"))
        // THEN
        #expect(responses.all == [.wasOpened(page: .of("/a", "new"), from: .network)])
        #expect(try keyValue.pages["/a"]?.body == "new")
    }

    @Test(arguments: ["", " \n"]) func U4_aPageWithoutAURLIsAnsweredByOneFailure(url: String) throws {
        // WHEN
        try request(.open(url: url), .refresh(url: url))
        // THEN
        #expect(responses.all == [.wasNotOpened(url: url, .emptyURL), .wasNotOpened(url: url, .emptyURL)])
        #expect(http.asked == [])
        #expect(store.state() == ReaderState())
    }

    @Test func aPageThatThereIsNotIsNotKept() throws {
        // WHEN
        try request(.open(url: "/nothing"))
        // THEN
        #expect(responses.all == [.wasNotOpened(url: "/nothing", .status(404))])
        #expect(store.state() == ReaderState())
        #expect(try keyValue.pages == [:])
    }

    @Test func aPageThatIsNoTextIsNotKept() throws {
        // GIVEN
        http.bodies["/a"] = .base64("//4=")
        // WHEN
        try request(.open(url: "/a"))
        // THEN
        #expect(responses.all == [.wasNotOpened(url: "/a", .failed("the page is not UTF-8 text"))])
        #expect(try keyValue.pages == [:])
    }

    @Test(arguments: [
        GatewayFailure.timedOut("http", after: .seconds(11)), .refused("http", .timedOut),
    ]) func aServerThatIsTooSlowIsToldWhoeverNoticesIt(failure: GatewayFailure) throws {
        // GIVEN
        http.failure = failure
        // WHEN
        try request(.open(url: "/a"))
        // THEN
        #expect(responses.all == [.wasNotOpened(url: "/a", .timedOut)])
    }

    @Test func aGatewayThatFailsIsToldInWords() throws {
        // GIVEN
        http.failure = GatewayFailure.notServed("http")
        // WHEN
        try request(.open(url: "/a"))
        // THEN
        #expect(responses.all == [.wasNotOpened(url: "/a", .failed(GatewayFailure.notServed("http").description))])
    }

    @Test func aStoreThatFailsIsDoneWithout() throws {
        // GIVEN a store that neither finds nor keeps
        http.bodies["/a"] = .text("text")
        keyValue.failure = GatewayFailure.timedOut("keyValue", after: .seconds(10))
        // WHEN
        try request(.open(url: "/a"))
        // THEN
        #expect(responses.all == [.wasOpened(page: .of("/a"), from: .network)])
        #expect(try keyValue.pages == [:])
        // AND the log says so
        let reason = "the gateway \"keyValue\" did not answer within 10.0 seconds"
        #expect(lines.all == ["what is kept is not known", "the page is not kept"].map { "warning: \($0): \(reason)" })
    }

    @Test func U5_theInteractorKeepsTheDependenciesWithWhichItWasStarted() throws {
        // GIVEN a page that takes a minute, on a clock that begins long before the morning
        http.bodies["/a"] = .text("text")
        http.delay = .seconds(60)
        try request(.open(url: "/a"))
        #expect(store.state().openings.map(\.since) == [.morning])
        // WHEN
        try runner.advance(by: .seconds(60))
        // THEN its date is still the one that was set when it was asked for
        #expect(Array(store.state().history) == [.of("/a")])
    }
}
