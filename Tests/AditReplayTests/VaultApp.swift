import Adit

/// Messages with secrets in every position.
@Message enum VaultMessage: Equatable, Sendable {
    case userSignsIn(name: String, password: Secret<String>)
    case userAdds(VaultItem)
    case userRenames(Int, String)
    case userChanges(Int, key: Secret<String>)
    case userForgets(Int)
    /// Asks the host, by a secret.
    case userAsks(Secret<String>)
    /// Asks the host by a durable request, and sets a durable timer.
    case userDefers(Secret<String>)
    /// Prints all that it gets, and fails.
    case userFails(Secret<String>)
    @Internal case answer(VaultReply)
    @Internal case wake(Secret<String>)
    @Outgoing case wasSignedIn(token: Secret<String>)
}

@Model struct VaultItem: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
    var key: Secret<String>
    var pin: Secret<Int>?
    var hints: [Secret<String>] = []
    var notes: [String: Secret<String>] = [:]
    var codes: Secret<[String]>?
}

@Model struct VaultProfile: Equatable, Sendable {
    var name = ""
    var password = Secret("")
}

@Model struct VaultState: State, Equatable {
    var profile = VaultProfile()
    var token: Secret<String>?
    var items: Table<Int, VaultItem> = []

    enum Change {
        case set(VaultProfile), token(Secret<String>), add(VaultItem), rename(Int, String)
        case key(Int, Secret<String>), forget(Int)
    }

    mutating func apply(_ change: Change) {
        switch change {
        case .set(let profile): self.profile = profile
        case .token(let token): self.token = token
        case .add(let item): items.append(item)
        case .rename(let id, let name): items[id: id]?.name = name
        case .key(let id, let key): items[id: id]?.key = key
        case .forget(let id): items.remove(id)
        }
    }
}

@Message enum VaultRequest: Equatable, Sendable {
    case token(for: Secret<String>)
}

@Model struct VaultReply: Equatable, Sendable {
    var token: Secret<String>
}

struct VaultError: Error { let secret: Secret<String>, all: VaultMessage }

/// What the app's middleware has sent elsewhere.
final class VaultReports: @unchecked Sendable {
    var texts: [String] = []
}

func vaultApp(_ reports: VaultReports = VaultReports()) -> App<VaultState, VaultMessage> {
    let host = HostGateway<VaultRequest, VaultReply>("host")
    // Only the config has answers of it.
    let spare = HostGateway<VaultRequest, VaultReply>("spare")
    return App(
        "vault", state: VaultState(), gateways: [host, spare],
        durable: [.timers(VaultMessage.Case.wake), .requests(to: host)],
        undo: .messages { _ in true }
    ) { core in
        let (store, output, effects, timers) = (core.store, core.output, core.makeEffects(), core.timers)
        let direct = core.connect(host)
        let durable = core.durable(host) { answer in
            .answer((try? answer.result.get()) ?? VaultReply(token: Secret("")))
        }
        core.middleware = [
            loggingMiddleware(level: .info, showingValues: true),
            analyticsMiddleware { reports.texts.append("\($0.name) \($0.parameters)") },
            crashReportMiddleware { reports.texts.append("\($0.error) \($0.message) \($0.recent)") },
        ]
        return [
            Feature { message in
                switch message {
                case .userSignsIn(let name, let password):
                    store.change(.set(VaultProfile(name: name, password: password)))
                    output(.wasSignedIn(token: Secret("sent-" + password.value)))
                case .userAdds(let item): store.change(.add(item))
                case .userRenames(let id, let name): store.change(.rename(id, name))
                case .userChanges(let id, let key): store.change(.key(id, key))
                case .userForgets(let id): store.change(.forget(id))
                case .userAsks(let secret):
                    effects.run { output(.answer(try await direct(.token(for: secret)))) }
                case .userDefers(let secret):
                    try durable.request(.token(for: secret))
                    try timers.wake(after: .seconds(60), id: "wake", .wake(secret))
                case .userFails(let secret):
                    DependencyValues.current.logger.error("failed: \(secret) \(message)")
                    dump(message, to: &reports.texts[0])
                    throw VaultError(secret: secret, all: message)
                case .answer(let reply): store.change(.token(reply.token))
                case .wake, .wasSignedIn: break
                }
            }
        ]
    }
}
