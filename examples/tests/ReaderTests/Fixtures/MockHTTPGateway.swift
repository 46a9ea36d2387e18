import Adit
import AditGateways

/// A gateway that has some pages, and takes its time.
///
/// All of a test runs on one thread: hence `@unchecked Sendable`.
final class MockHTTPGateway: HTTPGateway, @unchecked Sendable {
    @Dependency(\.clock) private var clock
    var bodies: [String: Content] = [:]
    /// How long an answer takes.
    var delay = Duration.zero
    /// It answers although it was cancelled.
    var isStubborn = false
    /// What each request fails with.
    var failure: (any Error)?
    private(set) var asked: [String] = []
    private(set) var cancelled: [String] = []

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        asked.append(request.url)
        do {
            if delay > .zero { try await clock.sleep(for: delay) }
        } catch {
            cancelled.append(request.url)
            if !isStubborn { throw error }
        }
        if let failure { throw failure }
        var response = HTTPResponse(status: 404, text: "")
        if let body = bodies[request.url] { (response.status, response.body) = (200, body) }
        return response
    }

    func events(of request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error> { AsyncThrowingStream { nil } }
}
