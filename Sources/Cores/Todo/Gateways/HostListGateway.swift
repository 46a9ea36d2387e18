import Adit

/// The gateway by which the host fetches lists.
let listsHost = HostGateway<ListRequest, FetchedList>("lists", timeout: .seconds(30))

/// What the host is asked.
@Model
enum ListRequest {
    /// Fetches a list by its name.
    case fetch(list: String)
}

/// What the host answers.
@Model
struct FetchedList {
    /// What is to be done, in order.
    let texts: [String]
}

/// A gateway through which the host fetches lists.
struct HostListGateway: ListGateway {
    let host: HostConnection<ListRequest, FetchedList>

    func fetch(_ list: String) async throws -> [String] { try await host(.fetch(list: list)).texts }
}
