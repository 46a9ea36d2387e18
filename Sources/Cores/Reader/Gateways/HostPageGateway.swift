import Adit

/// The gateway by which the host fetches pages.
let fetchHost = HostGateway<FetchRequest, FetchReply>("fetch", timeout: .seconds(10))

/// What the host is asked.
@Model
enum FetchRequest {
    /// Fetches a page.
    case get(url: String)
}

/// What the host answers: a page, or the one that tells why there is none, as HTTP has it.
@Model
struct FetchReply: Equatable {
    /// 200 where it is the page.
    let status: Int
    let body: String
}

/// A gateway through which the host fetches pages.
struct HostPageGateway: PageGateway {
    let fetch: HostConnection<FetchRequest, FetchReply>

    func get(url: String) async throws -> FetchReply { try await fetch(.get(url: url)) }
}
