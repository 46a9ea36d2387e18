import Adit
import AditGateways
import ReaderCore

/// The app `reader` as version 5bbffbe had it: the host serves two gateways of the app.
///
/// The recordings of `Tests/Compatibility` were written by that app. Its wire must not change.
public func fetchingReaderApp() -> App<ReaderState, Message> {
    App("reader", state: ReaderState(), gateways: [fetchHost, pagesHost]) { core in
        createFeatures(
            store: core.store, http: FetchGateway(fetch: core.connect(fetchHost)),
            keyValue: PagesGateway(pages: core.connect(pagesHost)), effects: core.makeEffects(), output: core.output)
    }
}

// MARK: - fetch

let fetchHost = HostGateway<FetchRequest, FetchReply>("fetch", timeout: .seconds(10))

@Model
enum FetchRequest: Sendable {
    case get(url: String)
}

@Model
struct FetchReply: Sendable {
    let status: Int
    let body: String
}

/// What the app needs of HTTP.
struct FetchGateway: HTTPGateway {
    let fetch: HostConnection<FetchRequest, FetchReply>

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let reply = try await fetch(.get(url: request.url))
        return HTTPResponse(status: reply.status, text: reply.body)
    }

    func events(of request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error> {
        AsyncThrowingStream { $0.finish(throwing: GatewayFailure.notServed("httpStream")) }
    }
}

// MARK: - keyValue

let pagesHost = HostGateway<PagesRequest, KeyValueReply>("keyValue", timeout: .seconds(2))

@Model
enum PagesRequest: Sendable {
    case get(key: String)
    case put(key: String, value: KeptPage)
    case remove(key: String)
}

/// A page, whose members are in this order on the wire.
@Model
struct KeptPage: Sendable {
    let url: String
    let body: String
    let fetched: Timestamp
}

/// What the app needs of a key-value store.
struct PagesGateway: KeyValueGateway {
    let pages: HostConnection<PagesRequest, KeyValueReply>

    func send(_ request: KeyValueRequest) async throws -> KeyValueReply {
        switch request {
        case .get(let key): try await pages(.get(key: key))
        case .put(let key, let value):
            try await pages(.put(key: key, value: Content.text(value.description).read()))
        case .remove(let key): try await pages(.remove(key: key))
        case .list: throw GatewayFailure.notServed("keyValue")
        }
    }
}
