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

/// A gateway through which the host fetches lists. A request survives the end of the process.
package struct HostListGateway: ListGateway {
    private let host: DurableConnection<ListRequest>

    /// - Parameter host: a connection whose answers are handled as `message(for:)`.
    package init(_ host: DurableConnection<ListRequest>) { self.host = host }

    /// The message by which an answer of the host arrives.
    package static func message(for answer: DurableAnswer<ListRequest, FetchedList>) -> Message {
        switch answer.request {
        case .fetch(let list):
            let result = answer.result.map(\.texts).mapError { CodableError($0) }
            return .todo(.request(.finishImport(from: list, result: result)))
        }
    }

    package func fetch(_ list: String) throws {
        try host.request(.fetch(list: list), id: list, whilePending: .cancelPrevious)
    }

    package func cancel(_ list: String) -> Bool {
        guard host.isPending(id: list) else { return false }
        host.cancel(id: list)
        return true
    }
}
