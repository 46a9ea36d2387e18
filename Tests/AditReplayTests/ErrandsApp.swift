import Adit

@Message enum ErrandsMessage: Equatable, Sendable {
    /// Asks the host by a durable request.
    case fetch(String)
    /// Sets a durable timer.
    case remind(String, after: Int)
    case openDesk
    case closeDesk
    case desk(DeskMessage)
    @Internal case note(String)
    @Outgoing case wasNoted(String)
}

/// The messages of a child core, which comes and goes with its state.
@Message enum DeskMessage: Equatable, Sendable {
    case fetch(String)
    case remind(String, after: Int)
    @Internal case note(String)
}

@Model struct ErrandsState: State, Equatable {
    var notes: [String] = []
    var desk: DeskState?

    enum Change { case add(String), setDesk(DeskState?) }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let text): notes.append(text)
        case .setDesk(let desk): self.desk = desk
        }
    }
}

@Model struct DeskState: State, Equatable {
    var notes: [String] = []

    enum Change { case add(String) }

    mutating func apply(_ change: Change) { if case .add(let text) = change { notes.append(text) } }
}

/// The state of the second version.
@Model struct NewErrandsState: State, Equatable {
    var done: [String] = []
    var desk: DeskState?

    enum Change { case add(String) }

    mutating func apply(_ change: Change) { if case .add(let text) = change { done.append(text) } }
}

private let host = HostGateway<String, String>("host")

private func text(of answer: DurableAnswer<String, String>) -> String {
    switch answer.result {
    case .success(let reply): "\(answer.request): \(reply)"
    case .failure(let failure): "\(answer.request): \(failure)"
    }
}

func deskApp() -> App<DeskState, DeskMessage> {
    App("desk", state: DeskState(), gateways: [host], durable: [.timers(DeskMessage.Case.note), .requests(to: host)]) {
        core in
        let (store, timers) = (core.store, core.timers)
        let host = core.durable(host) { .note(text(of: $0)) }
        return [
            Feature { message in
                switch message {
                case .fetch(let text): try host.request(text)
                case .remind(let text, let seconds):
                    try timers.wake(after: .seconds(seconds), id: text, .note(text))
                case .note(let text): store.change(.add(text))
                }
            }
        ]
    }
}

/// An app with durable effects of its own and of a child core.
func errandsApp() -> App<ErrandsState, ErrandsMessage> {
    App(
        "errands", state: ErrandsState(), gateways: [host],
        durable: [.timers(ErrandsMessage.Case.note, ErrandsMessage.Case.desk), .requests(to: host)]
    ) { core in
        let (store, output, timers) = (core.store, core.output, core.timers)
        let host = core.durable(host) { .note(text(of: $0)) }
        return [
            core.scope(.desk, deskApp(), state: \.desk, message: ErrandsMessage.desk) {
                if case .desk(let message) = $0 { message } else { nil }
            },
            Feature { message in
                switch message {
                case .fetch(let text): try host.request(text)
                case .remind(let text, let seconds):
                    try timers.wake(after: .seconds(seconds), id: text, .note(text))
                case .openDesk: store.change(.setDesk(DeskState()))
                case .closeDesk: store.change(.setDesk(nil))
                case .note(let text):
                    store.change(.add(text))
                    output(.wasNoted(text))
                case .desk, .wasNoted: break
                }
            },
        ]
    }
}

/// The second version: another name of a property, and the same connection, unless it has another name.
///
/// - Parameter migrate: what else its migration does.
func newErrandsApp(
    as name: String? = nil, migrate: @escaping @Sendable (StoredRows) throws -> Void = { _ in }
) -> App<NewErrandsState, ErrandsMessage> {
    let migrations = [
        StorageMigration(from: 1) { rows in
            try rows.rename("/notes", to: "/done")
            try migrate(rows)
        }
    ]
    return App(
        "errands", version: "2", schemaVersion: 2, migrations: migrations, state: NewErrandsState(), gateways: [host],
        durable: [.timers(ErrandsMessage.Case.note), .requests(to: host)]
    ) { core in
        let (store, output) = (core.store, core.output)
        let host = core.durable(host, as: name) { .note(text(of: $0)) }
        return [
            Feature { message in
                switch message {
                case .fetch(let text): try host.request(text)
                case .note(let text):
                    store.change(.add(text))
                    output(.wasNoted(text))
                default: break
                }
            }
        ]
    }
}
