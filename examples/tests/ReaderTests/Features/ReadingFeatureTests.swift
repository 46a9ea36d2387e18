import Adit
import AditGateways
import Testing

@testable import ReaderCore

@Suite struct ReadingFeatureTests {
    let bench = Bench()

    init() { bench.http.bodies = ["/a": .text("a"), "/b": .text("b")] }

    @Test func W23_anAsynchronousJobIsATriggerAndACompletion() throws {
        // GIVEN a page that takes three seconds
        bench.http.delay = .seconds(3)
        // WHEN
        try bench.send(.open(url: "/a"))
        // THEN the trigger is answered by nothing but the state
        #expect(bench.heard() == [])
        #expect(Array(bench.state.openings) == [Opening(url: "/a", since: .morning)])
        // AND the completion brings the result
        try bench.advance(by: .seconds(3))
        let page = Page.of("/a", "a", fetched: .morning(plus: 3))
        #expect(bench.heard() == [.wasOpened(page: page, from: .network)])
        #expect(bench.state.openings.isEmpty)
        #expect(Array(bench.state.history) == [.of("/a", date: .morning(plus: 3))])
    }

    @Test func W4_pagesAreOpenedApartFromEachOther() throws {
        // GIVEN
        bench.http.delay = .seconds(3)
        try bench.send(.open(url: "/a"))
        bench.http.delay = .seconds(1)
        // WHEN
        try bench.send(.open(url: "/b"))
        #expect(bench.state.openings.map(\.url) == ["/a", "/b"])
        try bench.advance(by: .seconds(3))
        // THEN the one that took less time comes first
        #expect(bench.state.history.map(\.url) == ["/b", "/a"])
        let opened = bench.heard().map { if case .wasOpened(let page, .network) = $0 { page.url } else { "\($0)" } }
        #expect(opened == ["/b", "/a"])
    }

    @Test func aPageThatIsBeingOpenedIsNotOpenedTwice() throws {
        // GIVEN
        bench.http.delay = .seconds(3)
        try bench.send(.open(url: "/a"))
        // WHEN
        try bench.advance(by: .seconds(1))
        try bench.send(.open(url: "/a"))
        // THEN
        #expect(bench.heard() == [.wasJoined(url: "/a")])
        try bench.advance(by: .seconds(2))
        #expect(bench.heard() == [.wasOpened(page: .of("/a", "a", fetched: .morning(plus: 3)), from: .network)])
        #expect(bench.http.asked == ["/a"])
    }

    @Test func aPageThatWasOpenedIsOpenedAgain() throws {
        // GIVEN
        try bench.send(.open(url: "/a"))
        try bench.send(.open(url: "/b"))
        _ = bench.heard()
        // WHEN
        try bench.send(.open(url: "/a"))
        // THEN it is the last in the history
        #expect(bench.heard() == [.wasOpened(page: .of("/a", "a"), from: .cache)])
        #expect(bench.state.history.map(\.url) == ["/b", "/a"])
    }

    @Test func aRefreshTakesThePlaceOfWhatIsInFlight() throws {
        // GIVEN
        bench.http.delay = .seconds(3)
        try bench.send(.open(url: "/a"))
        try bench.advance(by: .seconds(1))
        // WHEN
        try bench.send(.refresh(url: "/a"))
        // THEN it is being opened since then
        #expect(bench.state.openings.map(\.since) == [.morning(plus: 1)])
        // AND there is one answer
        try bench.advance(by: .seconds(10))
        #expect(bench.heard() == [.wasOpened(page: .of("/a", "a", fetched: .morning(plus: 4)), from: .network)])
        #expect(bench.http.cancelled == ["/a"])
        #expect(bench.state.openings.isEmpty)
    }

    @Test func whatIsCancelledIsNotHeardAnyMore() throws {
        // GIVEN
        bench.http.delay = .seconds(3)
        try bench.send(.open(url: "/a"))
        try bench.send(.open(url: "/b"))
        // WHEN
        try bench.send(.cancel(url: "/a"))
        try bench.advance(by: .seconds(10))
        // THEN the gateway knows of it, and the other page goes on
        #expect(
            bench.heard() == [
                .wasCancelled(url: "/a"),
                .wasOpened(page: .of("/b", "b", fetched: .morning(plus: 3)), from: .network),
            ])
        #expect(bench.http.cancelled == ["/a"])
        #expect(bench.state.history.map(\.url) == ["/b"])
    }

    @Test func aGatewayThatAnswersWhatWasCancelledIsNotHeard() throws {
        // GIVEN
        bench.http.isStubborn = true
        bench.http.delay = .seconds(3)
        try bench.send(.open(url: "/a"))
        // WHEN
        try bench.send(.cancel(url: "/a"))
        // THEN
        #expect(bench.http.cancelled == ["/a"])
        #expect(bench.heard() == [.wasCancelled(url: "/a")])
        #expect(bench.state == ReaderState())
    }

    @Test func whatIsCancelledWhileTheStoreIsAskedIsNotFetched() throws {
        // GIVEN
        bench.keyValue.delay = .seconds(1)
        try bench.send(.open(url: "/a"))
        // WHEN
        try bench.send(.cancel(url: "/a"))
        try bench.advance(by: .seconds(10))
        // THEN
        #expect(bench.http.asked == [])
        #expect(bench.heard() == [.wasCancelled(url: "/a")])
    }

    @Test func aPageThatIsForgottenWhileItIsOpenedIsNotKept() throws {
        // GIVEN
        bench.http.delay = .seconds(3)
        try bench.send(.open(url: "/a"))
        // WHEN
        try bench.send(.forget(url: "/a"))
        try bench.advance(by: .seconds(10))
        // THEN
        #expect(bench.heard() == [.wasForgotten(url: "/a")])
        #expect(try bench.keyValue.pages == [:])
        #expect(bench.state == ReaderState())
    }

    @Test func R18_aGatewayIsReimplementedForAnotherService() throws {
        // GIVEN pages that are made up instead of fetched
        let parrot = FakeGateway<HTTPRequest, HTTPResponse> { HTTPResponse(status: 200, text: "You said \($0.url).") }
        let (runner, told) = (EffectRunner(clock: .virtual(from: .morning)), Responses<Message>())
        var rootHandler: Input = { _ in }
        rootHandler = createAppCore(
            store: createStore(), receivers: [told.append], http: parrot, keyValue: MockKeyValueGateway(),
            effects: runner,
            rootHandler: { try? rootHandler($0) })
        // WHEN
        try rootHandler(.page(.request(.open(url: "hello"))))
        try runner.run()
        // THEN
        #expect(told.all.last == .page(.response(.wasOpened(page: .of("hello", "You said hello."), from: .network))))
        rootHandler = { _ in }
    }
}
