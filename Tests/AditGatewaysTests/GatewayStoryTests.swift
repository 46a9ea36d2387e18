import Adit
import AditGateways
import AditTesting
import Testing

@Message private enum Message: Equatable {
    case page(Page)

    enum Page: Equatable {
        case request(Request)
        case response(Response)
        enum Request: Equatable {
            case open(String), follow(String), upload(String), recall(String)
            case remember(key: String, text: String)
        }
        enum Response: Equatable {
            case wasOpened(HTTPResponse), wasNotOpened(code: String), happened(HTTPEvent), wasUploaded(status: Int)
            case wasRecalled(String?), wasKept
        }
    }
}

@Model private struct PageState: State {
    var uploads = 0
    enum Change { case count }
    mutating func apply(_ change: Change) { uploads += 1 }
}

/// An app that uses the standard gateways as dependencies.
private func pageApp() -> App<PageState, Message> {
    App(
        "page", state: PageState(), gateways: [httpHost, httpStreamHost, keyValueHost, notificationsHost, secretsHost],
        durable: [.requests(to: httpHost)]
    ) { core in
        let effects = core.makeEffects()
        let uploads = core.durable(httpHost, retry: RetryPolicy(maximumAttempts: 3)) { answer in
            .page(.response(.wasUploaded(status: (try? answer.result.get().status) ?? 0)))
        }
        return [
            Feature(.page, createPageFeature(core.store, effects, uploads, core.output))
                .dependency(\.http, core.http).dependency(\.keyValue, core.keyValue).dependency(\.secrets, core.secrets)
                .dependency(\.notifications, core.notifications)
        ]
    }
}

private func createPageFeature(
    _ store: StateStore<PageState>, _ effects: Effects, _ uploads: DurableConnection<HTTPRequest>,
    _ output: @escaping Output<Message>
) -> Input<Message> {
    return { message in
        let values = DependencyValues.current
        let (http, keyValue, secrets) = (values.http, values.keyValue, values.secrets)
        switch message {
        case .page(.request(.open(let url))):
            effects.run {
                var request = HTTPRequest(.get, url)
                request.authorization = try await secrets.secret("token")
                do { output(.page(.response(.wasOpened(try await http.send(request))))) } catch let failure
                    as GatewayFailure
                {
                    output(.page(.response(.wasNotOpened(code: failure.code?.rawValue ?? "\(failure)"))))
                }
            }
        case .page(.request(.follow(let url))):
            effects.run {
                for try await event in http.events(of: HTTPRequest(.get, url)) {
                    output(.page(.response(.happened(event))))
                }
            }
        case .page(.request(.upload(let text))):
            var request = HTTPRequest(.post, "https://a.example/", body: .text(text))
            request.idempotencyKey = "k-\(text)"
            try uploads.request(request)
        case .page(.response(.wasUploaded)): store.change(.count)
        case .page(.request(.remember(let key, let text))):
            effects.run {
                try await keyValue.put(text, key)
                output(.page(.response(.wasKept)))
            }
        case .page(.request(.recall(let key))):
            try values.notifications.send(.show(id: key, title: "recalled"))
            effects.run { output(.page(.response(.wasRecalled(try await keyValue.value(key))))) }
        default: break
        }
    }
}

@Suite struct GatewayStoryTests {
    private let url = "https://a.example/forecast"

    /// The request as the host sees it.
    private var request: HTTPRequest {
        var request = HTTPRequest(.get, url)
        request.authorization = Secret("t")
        return request
    }

    @Test func aRequestIsSentByTheHost() {
        GIVEN(pageApp())
            .WHEN(.page(.request(.open(url))))
            .THEN(secretsHost, isAsked: .get(name: "token"))
            .WHEN(secretsHost, replies: SecretsReply(value: Secret("t")))
            .THEN(httpHost, isAsked: request)
            .WHEN(httpHost, replies: HTTPResponse(status: 404, text: "none"))
            .THEN(.page(.response(.wasOpened(HTTPResponse(status: 404, text: "none")))))
            .runTests()
    }

    @Test(arguments: GatewayErrorCode.allCases) func anErrorOfTheHostHasACode(code: GatewayErrorCode) {
        // GIVEN the error as the wire has it
        let error = JSON.object(["code": .string(code.rawValue), "message": .string("why")])
        #expect(GatewayFailure.refused("http", error).code == code)
        // AND as a gateway in a test throws it
        GIVEN(pageApp()) {
            $0.gatewayFixtures["secrets"] = .object([:])
            $0.gatewayFixtures["http"] = .object(["error": error])
        }
        .WHEN(.page(.request(.open(url))))
        .THEN(.page(.response(.wasNotOpened(code: code.rawValue))))
        .runTests()
    }

    @Test func aHostThatNeverAnswersIsNotWaitedForForEver() {
        GIVEN(pageApp()) { $0.gatewayFixtures["secrets"] = .object([:]) }
            .WHEN(.page(.request(.open(url))))
            .THEN(httpHost, isAsked: HTTPRequest(.get, url))
            .advance(by: .seconds(31))
            .THEN(isCancelled: httpHost)
            .THEN(.page(.response(.wasNotOpened(code: "timedOut"))))
            .runTests()
    }

    @Test func aResponseIsFollowedAsItArrives() {
        GIVEN(pageApp())
            .WHEN(.page(.request(.follow(url))))
            .THEN(httpStreamHost, isAsked: HTTPRequest(.get, url))
            .WHEN(httpStreamHost, sends: .received(bytes: 10, of: 100))
            .THEN(.page(.response(.happened(.received(bytes: 10, of: 100)))))
            .WHEN(httpStreamHost, sends: .content(.text("a")))
            .THEN(.page(.response(.happened(.content(.text("a"))))))
            .WHEN(ends: httpStreamHost)
            .runTests()
    }

    @Test func aDurableRequestIsAskedAgainWithItsKeyAndAnsweredOnce() {
        var upload = HTTPRequest(.post, "https://a.example/", body: .text("x"))
        upload.idempotencyKey = "k-x"
        GIVEN(pageApp(), store: true)
            .WHEN(.page(.request(.upload("x"))))
            .THEN(httpHost, isAsked: upload)
            .reopen()
            .THEN(httpHost, isAsked: upload)
            .WHEN(httpHost, replies: HTTPResponse(status: 201, text: ""))
            .THEN(.page(.response(.wasUploaded(status: 201))))
            .THEN(\.uploads, is: 1)
            .runTests()
    }

    @Test func valuesAreKeptByTheirKeys() {
        GIVEN(pageApp())
            .WHEN(.page(.request(.remember(key: "a", text: "text"))))
            .THEN(keyValueHost, isAsked: .put(key: "a", value: .string("text")))
            .WHEN(keyValueHost, replies: KeyValueReply())
            .THEN(.page(.response(.wasKept)))
            .WHEN(.page(.request(.recall("a"))))
            .THEN(notificationsHost, isAsked: .show(id: "a", title: "recalled"))
            .THEN(keyValueHost, isAsked: .get(key: "a"))
            .WHEN(keyValueHost, replies: KeyValueReply(value: .string("text")))
            .THEN(.page(.response(.wasRecalled("text"))))
            .runTests()
    }
}

@Suite struct FakeGatewayTests {
    @Test func aFakeAnswersAndNotesRequests() async throws {
        // GIVEN
        let http = FakeGateway<HTTPRequest, HTTPResponse> { HTTPResponse(status: 200, text: "of \($0.url)") }
        // WHEN
        let response = try await (http as any HTTPGateway).send(HTTPRequest(.get, "https://a.example/"))
        var events: [HTTPEvent] = []
        for try await event in http.events(of: HTTPRequest(.get, "https://b.example/")) { events.append(event) }
        // THEN
        #expect(response.body.text == "of https://a.example/")
        #expect(
            events == [
                .response(HTTPResponse(status: 200, text: "")), .content(.text("of https://b.example/")),
                .finished(nil),
            ])
        #expect(http.requests.map(\.url) == ["https://a.example/", "https://b.example/"])
    }

    @Test func valuesInMemoryAreListedInTheOrderOfTheirBytes() async throws {
        // GIVEN
        let values = FakeGateway.memoryKeyValue(["a/2": .integer(2), "a/10": .integer(10), "b": .null])
        // THEN
        #expect(try await values.keys(prefix: "a/") == ["a/10", "a/2"])
        #expect(try await values.keys(after: "a/10", limit: 1) == ["a/2"])
        #expect(try await values.value("a/2", as: Int.self) == 2)
        try await values.remove("a/2")
        #expect(try await values.value("a/2", as: Int.self) == nil)
        await #expect(throws: CodingFailure.self) { try await values.value("a/10", as: String.self) }
    }

    @Test func secretsInMemory() async throws {
        let secrets = FakeGateway.memorySecrets()
        try await secrets.put(Secret("s"), "a")
        #expect(try await secrets.secret("a") == Secret("s"))
        try await secrets.remove("a")
        #expect(try await secrets.secret("a") == nil)
    }

    @Test func aFixtureIsAReplyOfTheGatewaysType() throws {
        var values = DependencyValues.current
        try values.setFixture(httpHost, HTTPResponse(status: 200, text: "a"))
        #expect(
            values.gatewayFixtures["http"]?.description == #"{"body":{"text":"a"},"headers":{},"status":200,"url":""}"#)
    }

    @Test func contentIsReadAsJSON() throws {
        #expect(try Content.text("[1,2]").read([Int].self) == [1, 2])
        #expect(throws: CodingFailure.self) { try Content.text("[1,").read([Int].self) }
        #expect(throws: CodingFailure.self) { try Content.blob(Blob(id: "a", bytes: 1)).read([Int].self) }
    }
}
