import Adit

/// Looks up the titles of books.
protocol TitleGateway {
    func title(of isbn: String) async throws -> String
}

/// The gateway that the host serves.
let titlesHost = HostGateway<TitleRequest, TitleReply>("titles", timeout: .seconds(10))

@Model enum TitleRequest { case title(isbn: String) }
@Model struct TitleReply { let title: String }

struct HostTitleGateway: TitleGateway {
    let host: HostConnection<TitleRequest, TitleReply>
    func title(of isbn: String) async throws -> String { try await host(.title(isbn: isbn)).title }
}
