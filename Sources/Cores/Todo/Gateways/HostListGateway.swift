import Adit

/// The gateway by which the host fetches lists.
public let listsHost = HostGateway<ListRequest, FetchedList>("lists", timeout: .seconds(30))

/// What the host is asked.
@Model
public enum ListRequest: Sendable {
    /// Fetches a list by its name.
    case fetch(list: String)
}

/// What the host answers.
@Model
public struct FetchedList {
    /// What is to be done, in order.
    public let texts: [String]

    public init(texts: [String]) { self.texts = texts }
}

/// A gateway through which the host fetches lists.
struct HostListGateway: ListGateway {
    let host: HostConnection<ListRequest, FetchedList>

    func fetch(_ list: String) async throws -> [String] { try await host(.fetch(list: list)).texts }
}
