import Adit

/// The gateway by which the host sends requests of HTTP.
public let httpHost = HostGateway<HTTPRequest, HTTPResponse>("http")

/// The source by which the host sends them and reports on the way.
public let httpStreamHost = HostSource<HTTPRequest, HTTPEvent>("httpStream")

/// A gateway to servers by HTTP.
///
/// ```swift
/// @Dependency(\.http) var http
/// let response = try await http.send(HTTPRequest(.get, "https://example.org/forecast"))
/// ```
///
/// Requests that survive the end of the process are made by `core.durable(httpHost) { answer in … }`.
public protocol HTTPGateway: Sendable {
    /// Sends a request, and awaits the response, whatever its status is.
    ///
    /// - Throws: `GatewayFailure` whenever there is no response (`code`); `CancellationError`
    ///   whenever the effect is cancelled, which ends the request.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse

    /// Sends a request, and follows the response as it arrives. If the iteration ends early, so does the request. The
    /// errors are those of ``send(_:)``.
    func events(of request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error>
}

/// A gateway to servers through the host.
struct HostHTTPGateway: HTTPGateway {
    let http: HostConnection<HTTPRequest, HTTPResponse>
    let stream: HostSourceConnection<HTTPRequest, HTTPEvent>

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        // The host keeps the time; a second later, it is taken for lost.
        try await http(request, timeout: request.timeout + .seconds(1))
    }

    func events(of request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error> { stream(request) }
}

extension CoreBuilder {
    /// A gateway to servers through the host. The app lists ``httpHost``, and ``httpStreamHost`` if it follows responses.
    ///
    /// ```swift
    /// Feature(.weather, createWeatherFeature(output: core.output)).dependency(\.http, core.http)
    /// ```
    public var http: any HTTPGateway { HostHTTPGateway(http: connect(httpHost), stream: connect(httpStreamHost)) }
}

private enum HTTPKey: DependencyKey {
    static var liveValue: any HTTPGateway { MissingGateway() }
}

extension DependencyValues {
    /// A gateway to servers. A feature sets it, `.dependency(\.http, core.http)`, and so does a test.
    public var http: any HTTPGateway {
        get { self[HTTPKey.self] }
        set { self[HTTPKey.self] = newValue }
    }
}

/// What a dependency is where no feature has set it.
struct MissingGateway: Sendable {
    func fail<Result>(_ name: String) throws -> Result { throw MissingGatewayError(name: name) }
}

/// The error of a gateway that no feature has set.
struct MissingGatewayError: Error, CustomStringConvertible {
    let name: String
    var description: String {
        "no gateway \\.\(name) is set here; set it on the feature, .dependency(\\.\(name), core.\(name))"
    }
}

extension MissingGateway: HTTPGateway {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { try fail("http") }
    func events(of request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error> {
        AsyncThrowingStream { $0.finish(throwing: MissingGatewayError(name: "http")) }
    }
}
