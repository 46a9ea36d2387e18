@testable import Adit
import AditGateways
import AditTesting
import Testing

@testable import ReaderCore
@testable import TodoCore

private typealias Message = ReaderCore.Message

/// The story plays the host.
@Suite struct GatewayTests {
    private let open = Message.page(.request(.open(url: "/a")))
    private let request: HTTPRequest = {
        var request = HTTPRequest(.get, "/a")
        request.timeout = .seconds(10)
        return request
    }()
    private let asked = #"{"method":"GET","url":"/a","headers":{},"timeout":"PT10S","attempts":1,"form":"text"}"#
    private let page = Page(url: "/a", body: "text", fetched: Timestamp("2000-01-01T00:00:00Z")!)
    private let json = JSON.object([
        "url": .string("/a"), "body": .string("text"), "fetched": .string("2000-01-01T00:00:00Z"),
    ])

    @Test func theHostIsAskedAndAnswers() {
        let log = GIVEN(readerApp())
            .WHEN(open)
            .THEN(keyValueHost, isAsked: .get(key: "/a"))
            .WHEN(keyValueHost, replies: KeyValueReply())
            .THEN(httpHost, isAsked: request)
            .WHEN(httpHost, replies: HTTPResponse(status: 200, text: "text"))
            .THEN(keyValueHost, isAsked: .put(key: "/a", value: json))
            .WHEN(keyValueHost, replies: KeyValueReply())
            .THEN(.page(.response(.wasOpened(page: page, from: .network))))
            .THEN(\.history.count, is: 1)
            .runTests()
        #expect(
            log.entries[1...5].map { "\($0.word): \($0.text)" } == [
                #"WHEN: page.request.open(url: "/a")"#, #"THEN: "keyValue" is asked {"get":{"key":"/a"}}"#,
                #"WHEN: "keyValue" replies {}"#, "THEN: \"http\" is asked \(asked)",
                #"WHEN: "http" replies {"status":200,"url":"","headers":{},"body":{"text":"text"}}"#,
            ])
    }

    @Test func ofALongRequestThatIsAnotherOneTheEndIsTold() {
        let line = #line
        let path = String(repeating: "/path", count: 40)
        let found = failures {
            GIVEN(readerApp())
                .WHEN(.page(.request(.open(url: path + "/a"))))
                .THEN(keyValueHost, isAsked: .get(key: path + "/b"))
                .THEN(inFlight: 1)
                .runTests()
        }
        #expect(
            found == [
                #"\#(line + 5): the request to a gateway "keyValue" {"get":{"key":"\#(path)/b"}} was expected; found "keyValue" "#
                    + #"{"get":{"key":"\#(path)/a"}}"#
            ])
    }

    @Test func aMissedRequestAndAnUnansweredOneAreNamed() {
        let line = #line
        let found = failures {
            GIVEN(readerApp())
                .WHEN(open)
                .runTests()
        }
        #expect(
            found == [
                #"\#(line + 3): the request to a gateway "keyValue" {"get":{"key":"/a"}} was not expected: say "#
                    + ".THEN(gateway, isAsked: …) after this line, or .relaxed after GIVEN",
                #"""
                \#(line + 3): in flight at the end of the story:
                    the effect Work.opening(url: "/a"), since WHEN: page.request.open(url: "/a")
                    a timer that is due in 10.0 seconds
                    the "keyValue" {"get":{"key":"/a"}}, not answered
                Let it end, by .advance(by:), an answer or a cancellation; or say .THEN(inFlight: 1) last, or .relaxed after \#
                GIVEN
                """#,
            ])
    }

    @Test func anotherRequestIsTold() {
        let line = #line
        let found = failures {
            GIVEN(readerApp())
                .WHEN(open)
                .THEN(keyValueHost, isAsked: .get(key: "/b"))
                .THEN(httpHost, isAsked: request)
                .THEN(isCancelled: httpHost)
                .THEN(inFlight: 1)
                .runTests()
        }
        #expect(
            found == [
                #"\#(line + 4): the request to a gateway "keyValue" {"get":{"key":"/b"}} was expected; found "keyValue" "#
                    + #"{"get":{"key":"/a"}}"#,
                #"\#(line + 5): the request to a gateway "http" \#(asked) was expected; no more was heard"#,
                #"\#(line + 6): the cancelled request to a gateway "http" was expected; no more was heard"#,
            ])
    }

    @Test func anAnswerThatNobodyWaitsForIsTold() {
        let line = #line
        let found = failures {
            GIVEN(readerApp())
                .WHEN(httpHost, replies: HTTPResponse(status: 200, text: ""))
                .WHEN(open)
                .THEN(keyValueHost, isAsked: .get(key: "/a"))
                .WHEN(httpHost, fails: "offline")
                .THEN(inFlight: 1)
                .runTests()
        }
        #expect(
            found == [
                #"\#(line + 3): nothing was asked of the gateway "http" that waits for an answer"#,
                #"\#(line + 6): nothing was asked of the gateway "http" that waits for an answer; waiting for an answer: "#
                    + #""keyValue" {"get":{"key":"/a"}}"#,
            ])
    }

    @Test func aHostMayFailAndMayBeLate() {
        GIVEN(readerApp())
            .WHEN(open)
            .THEN(keyValueHost, isAsked: .get(key: "/a"))
            .advance(by: .seconds(10))
            .THEN(isCancelled: keyValueHost)
            .THEN(httpHost, isAsked: request)
            .WHEN(httpHost, fails: "offline")
            .THEN(
                .page(
                    .response(
                        .wasNotOpened(
                            url: "/a",
                            error: .failed("the gateway \"http\" answered with the error \"offline\""))))
            )
            .runTests()
    }

    @Test func aGatewayThatAnswersNothingIsAsked() {
        // GIVEN a list with an item that was completed
        let item = TodoItem(id: .zero, text: "milk", completed: true, created: .virtualStart)
        var state = TodoState()
        state.apply(.add(.item(item)))
        // THEN the user is asked for a review five seconds after it was time to
        GIVEN(todoApp(), state: state)
            .WHEN(.appReview(.requestReview))
            .advance(by: .milliseconds(4_999))
            .advance(by: .milliseconds(1))
            .THEN(reviewHost, isAsked: .show)
            .runTests()
    }

    @Test func fixturesStandForTheHost() {
        GIVEN(readerApp(), gateways: [httpHost]) {
            $0.gatewayFixtures["http"] = .object(["status": .integer(200), "body": .object(["text": .string("text")])])
        }
        .WHEN(open)
        .THEN(.page(.response(.wasOpened(page: page, from: .network))))
        .runTests()
    }
}
