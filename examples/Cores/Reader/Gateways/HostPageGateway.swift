import Adit

/// The gateway by which the host fetches pages.
public let fetchHost = HostGateway<FetchRequest, FetchReply>("fetch", timeout: .seconds(10))

/// What the host is asked.
@Model
public enum FetchRequest: Sendable {
    /// Fetches a page.
    case get(url: String)
}

/// What the host answers: a page, or the one that tells why there is none, as HTTP has it.
@Model
public struct FetchReply: Equatable, Sendable {
    /// 200 where it is the page.
    public let status: Int
    public let body: String

    public init(status: Int, body: String) { (self.status, self.body) = (status, body) }
}

/// A gateway through which the host fetches pages.
struct HostPageGateway: PageGateway {
    let fetch: HostConnection<FetchRequest, FetchReply>

    func get(url: String) async throws -> FetchReply { try await fetch(.get(url: url)) }
}
