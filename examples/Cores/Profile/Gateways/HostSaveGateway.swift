import Adit

/// The gateway by which the host saves emails.
let saveHost = HostGateway<SaveRequest, SaveReply>("save", timeout: .seconds(30))

/// What the host is asked.
@Model
enum SaveRequest {
    /// Saves an email, in place of the one that was saved.
    case save(email: String)
}

/// What the host answers.
@Model
struct SaveReply {
    /// The email as it was saved.
    let email: String
}

/// A gateway through which the host saves emails.
struct HostSaveGateway: SaveGateway {
    let host: HostConnection<SaveRequest, SaveReply>

    func save(email: String) async throws -> String { try await host(.save(email: email)).email }
}
