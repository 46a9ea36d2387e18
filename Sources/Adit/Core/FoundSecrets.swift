import AditJSON
import Synchronization

/// An app's secrets, found once for all of its cores. Any thread.
final class FoundSecrets: Sendable {
    private let found = Mutex<AppSecrets??>(nil)

    /// Returns the secrets of an app, always of the same one; nil if it has none.
    func secrets<S, Message>(of app: App<S, Message>) -> AppSecrets? {
        found.withLock { found in
            if let found { return found }
            let secrets = makeSecrets(of: app)
            found = .some(secrets)
            return secrets
        }
    }
}

private func makeSecrets<S, Message>(of app: App<S, Message>) -> AppSecrets? {
    let definitions = SchemaDefinitions(naming: .byNumber)
    let types = app.types.describe(definitions)
    let gateways = app.gateways.map {
        (
            name: $0.name, request: $0.requestSchema(in: definitions), reply: $0.replySchema(in: definitions),
            isSource: $0.replies == .many
        )
    }
    return AppSecrets(message: types?.message, state: types?.state, gateways: gateways, in: definitions)
}
