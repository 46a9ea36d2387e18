import Adit
import AditC

/// The state of the app `kinds`: what was sent last.
@Model
struct KindsState: State {
    private(set) var last: Message.Value?
    private(set) var rows: Table<UUID, Row> = []
    private(set) var texts: Table<String, Line> = []
    private(set) var number = 0.0
    private(set) var numbers: [String: Int] = [:]

    enum Change { case set(Message.Value) }

    mutating func apply(_ change: Change) {
        switch change {
        case .set(let value):
            last = value
            switch value {
            case .table(let rows): self.rows = rows
            case .texts(let texts): set(texts)
            case .double(let number): self.number = number
            case .dictionary(let numbers): self.numbers = numbers
            default: break
            }
        }
    }

    /// Makes the texts these, element by element.
    private mutating func set(_ rows: [Line]) {
        var others: Table<String, Line> = []
        for row in rows { others.updateOrAppend(row) }
        for text in texts where !others.contains(id: text.id) { texts.remove(text.id) }
        for (position, text) in others.enumerated() {
            texts.updateOrAppend(text)
            texts.move(text.id, to: position)
        }
    }
}

private let listener = HostGateway<Message.Value, Never>("listener")

/// The app `kinds`: it says again what it is told, and has a value of every kind in its messages, its state and what it
/// asks of its host. Tests/Python/test_fuzz.py shows that the catalog and the coders agree on each.
func kindsApp() -> App<KindsState, Message> {
    App("kinds", state: KindsState(), gateways: [listener]) { core in
        let (store, output, host) = (core.store, core.output, core.connect(listener))
        return [
            Feature { message in
                guard case .request(let value) = message else { return }
                store.change(.set(value))
                output(.response(value))
                if host.isServed { try host.send(value) }
            }
        ]
    }
}

/// The app of this library.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(kindsApp()) }
