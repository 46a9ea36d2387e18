import Adit
import TestSupport

@Message enum UndoMessage: Equatable, Sendable {
    case add(String)
    case remove(Int)
    case move(Int, to: Int)
    case rename(Int, String)
    case set(Int)
    /// Changes nothing.
    case look
    /// Changes the state, and fails.
    case fail
    /// Changes what is no step.
    case scroll(Int)
    /// Asks the host, and adds what it says.
    case ask(String)
    /// Tells the host something, and adds it.
    case tell(String)
    /// Changes the state, and asks the host for another change.
    case note(String)
    @Outgoing case wasSet(Int)
}

@Model struct UndoState: State, Equatable {
    var notes: Table<Int, UndoNote> = []
    var number = 0
    var place: Int?
    var last = 0

    enum Change { case add(String), remove(Int), move(Int, Int), rename(Int, String), set(Int), scroll(Int) }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let text):
            last += 1
            notes.append(UndoNote(id: last, text: text))
        case .remove(let position): if position < notes.count { notes.remove(notes[position].id) }
        case .move(let position, let to): if position < notes.count { notes.move(notes[position].id, to: to) }
        case .rename(let position, let text): if position < notes.count { notes[id: notes[position].id]?.text = text }
        case .set(let number): self.number = number
        case .scroll(let place): self.place = place
        }
    }
}

@Model struct UndoNote: Identifiable, Equatable, Sendable {
    let id: Int
    var text: String
}

struct UndoError: Error, CustomStringConvertible { let description = "no" }

func undoApp(_ policy: UndoPolicy<UndoMessage>? = nil) -> App<UndoState, UndoMessage> {
    let host = HostGateway<String, String>("host")
    let policy = policy ?? .messages { if case .scroll = $0 { false } else { true } }
    return App("undo", state: UndoState(), gateways: [host], undo: policy) { core in
        let (store, output, effects) = (core.store, core.output, core.makeEffects())
        let host = core.connect(host)
        return [
            Feature { message in
                switch message {
                case .add(let text): store.change(.add(text))
                case .remove(let position): store.change(.remove(position))
                case .move(let position, let to): store.change(.move(position, to))
                case .rename(let position, let text): store.change(.rename(position, text))
                case .set(let number):
                    store.change(.set(number))
                    output(.wasSet(number))
                case .look, .wasSet: break
                case .fail:
                    store.change(.set(-1))
                    throw UndoError()
                case .scroll(let place): store.change(.scroll(place))
                case .ask(let question): effects.run { store.change(.add(try await host(question))) }
                case .note(let text):
                    store.change(.add(text))
                    effects.run { store.change(.add(try await host(text))) }
                case .tell(let text):
                    store.change(.add(text))
                    try host.send(text)
                }
            }
        ]
    }
}
