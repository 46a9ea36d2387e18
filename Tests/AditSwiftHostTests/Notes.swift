import AditSwiftHost

/// The messages of an app with notes.
@Message enum NotesMessage: Equatable, Sendable {
    case add(String)
    case addAndFail(String)
    case draw
    case later(String, milliseconds: Int)
    case ask(String)
    case follow
    case stopFollowing
    case rename(String)
    @Outgoing case wasAdded(String)
}

@Model struct Notes: State {
    var notes: [String] = []
    var title = ""
    var follows = false

    enum Change { case add(String), rename(String), follow(Bool) }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let note): notes.append(note)
        case .rename(let title): self.title = title
        case .follow(let follows): self.follows = follows
        }
    }
}

struct Refusal: Error, CustomStringConvertible { let description: String }

let answerHost = HostGateway<String, String>("answer")
let tickHost = HostSource<String, Int>("ticks")

func notesApp() -> App<Notes, NotesMessage> {
    App(
        "notes", state: Notes(), gateways: [answerHost, tickHost], views: [View("count") { $0.notes.count }], undo: .all
    ) { core in
        let (store, output, effects) = (core.store, core.output, core.makeEffects())
        let (answer, ticks) = (core.connect(answerHost), core.connect(tickHost))
        core.sources = { state in
            state.follows
                ? [
                    Source(id: "ticks") {
                        for try await tick in ticks("all") { output(.add("tick \(tick)")) }
                    }
                ] : []
        }
        return [
            Feature { message in
                switch message {
                case .add(let note):
                    store.change(.add(note))
                    output(.wasAdded(note))
                case .addAndFail(let note):
                    store.change(.add(note))
                    output(.wasAdded(note))
                    throw Refusal(description: "no")
                case .draw:
                    @Dependency(\.uuid) var uuid
                    store.change(.add(uuid().description))
                case .later(let note, let milliseconds):
                    @Dependency(\.clock) var clock
                    let sleep = clock
                    effects.run {
                        try await sleep.sleep(for: .milliseconds(milliseconds))
                        output(.add(note))
                    }
                case .ask(let question): effects.run { output(.add(try await answer(question))) }
                case .follow: store.change(.follow(true))
                case .stopFollowing: store.change(.follow(false))
                case .rename(let title): store.change(.rename(title))
                case .wasAdded: break
                }
            }
        ]
    }
}

/// An output in words: `ID: message`, or `message failed: reason`.
func text(of output: AppCoreOutput<NotesMessage>) -> String {
    switch output {
    case .message(let message, let id): (id.map { "\($0): " } ?? "") + "\(message)"
    case .failure(let failure, let id):
        (id.map { "\($0): " } ?? "") + (failure.message.map { "\($0)" } ?? "an effect") + " failed: \(failure.error)"
    }
}

func texts(
    of outputs: AsyncStream<AppCoreOutput<NotesMessage>>, isolation: isolated (any Actor)? = #isolation
) async -> [String] {
    var texts: [String] = []
    for await output in outputs { texts.append(text(of: output)) }
    return texts
}

extension UUID {
    init(number: UInt8) { self.init(high: 0, low: UInt64(number)) }
}
