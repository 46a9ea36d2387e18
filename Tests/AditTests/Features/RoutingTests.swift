import Adit
import TestSupport
import Testing

/// A message that is followed by others.
@Message
private indirect enum Note: Equatable, Sendable {
    case low(number: Int, next: [Note] = [])
    case middle(number: Int, next: [Note] = [])
    case high(number: Int, next: [Note] = [])
    case rest(next: [Note] = [])
    case stop

    var next: [Note] {
        switch self {
        case .low(_, let next), .middle(_, let next), .high(_, let next), .rest(let next): next
        case .stop: []
        }
    }

    static func random(using random: inout SeededGenerator, depth: Int) -> Note {
        let count = depth == 0 ? 0 : Int.random(in: 0...3, using: &random)
        let next = (0..<count).map { _ in Note.random(using: &random, depth: depth - 1) }
        let number = Int.random(in: 0..<100, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .low(number: number, next: next)
        case 1: return .middle(number: number, next: next)
        case 2: return .high(number: number, next: next)
        case 3: return .rest(next: next)
        default: return .stop
        }
    }
}

@Model
private struct Played: State, Equatable {
    var notes: [String] = []
    enum Change { case play(String) }
    mutating func apply(_ change: Change) { if case .play(let note) = change { notes.append(note) } }
}

/// A core whose features each do something about some cases: routed, or shown every message.
private struct Orchestra {
    let core: RunningApp
    let store: StateStore<Played>
    private let told: Told

    private final class Told: CoreListener, @unchecked Sendable {  // Used by one test, on its thread.
        var all: [String] = []

        func announce<M>(
            _ message: M, _: MessageDirection, of _: Cause?, by _: (M, JSONWriter) throws(CodingFailure) -> Void
        ) {
            all.append("put out \(message)")
        }

        func request(_: HostRequest, of _: Cause?) {}
        func cancel(_: HostRequest, of _: Cause?) {}

        func fail(_ message: AnyMessage?, _ failure: CoreFailure, of _: Cause?) {
            all.append("failed \(message.map { "\($0.message(as: Note.self))" } ?? "an effect"): \(failure)")
        }
    }

    private struct WrongNote: Error {}

    /// What each feature handles, in list order. The last one sees everything.
    private static let parts: [(name: String, cases: [Note.Case]?)] = [
        ("bass", [.low]), ("viola", [.low, .middle]), ("flute", [.high]), ("conductor", [.stop, .rest]),
        ("violin", [.middle, .high, .low]), ("audience", nil),
    ]

    init(routed: Bool) {
        let told = Told()
        let app = App("orchestra", state: Played()) { core in
            core.receivers = [{ (note: Note) in told.all.append("receiver sees \(note.casePath)") }]
            return Orchestra.parts.map { part in
                let play: Input<Note> = { note in
                    told.all.append("\(part.name) sees \(note)")
                    core.store.change(.play("\(part.name) \(note.casePath)"))
                    if part.name == "viola", case .middle(let number, _) = note, number % 10 == 0 { throw WrongNote() }
                    if part.cases?.first?.rawValue == note.casePath { for next in note.next { core.output(next) } }
                }
                let names = part.cases.map { $0.map(\.rawValue) }
                guard routed else {
                    return Feature { note in if names?.contains(note.name) ?? true { try play(note) } }
                }
                return part.cases.map { Feature($0, play) } ?? Feature(play)
            }
        }
        (core, store) = app.makeCore()
        self.told = told
    }

    /// What was seen, put out and undone, in order.
    func play(_ notes: [Note]) -> [String] {
        for note in notes {
            core.loop.start(told)
            core.loop.handle(MessageBox(note), told)
            if core.loop.isBatchFull { core.loop.commitBatch(told) }
        }
        core.loop.commitBatch(told)
        return told.all
    }
}

/// GIVEN features that declare the cases they handle WHEN messages come THEN it is as if each had been shown to all.
struct RoutingTests {
    @Test(arguments: 0..<40)
    func `the order is that of the plain broadcast`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let notes = (0..<20).map { _ in Note.random(using: &random, depth: 3) }
        let (routed, broadcast) = (Orchestra(routed: true), Orchestra(routed: false))
        let seen = routed.play(notes)
        #expect(seen == broadcast.play(notes))
        #expect(routed.store.state() == broadcast.store.state())
        #expect(routed.core.loop.revision == broadcast.core.loop.revision)
        #expect(seen.count > notes.count)
    }

    @Test func `a feature is not called for other cases`() {
        let seen = Orchestra(routed: true).play([.low(number: 1), .stop])
        #expect(
            seen == [
                "receiver sees low", "bass sees low(number: 1, next: [])", "viola sees low(number: 1, next: [])",
                "violin sees low(number: 1, next: [])", "audience sees low(number: 1, next: [])",
                "receiver sees stop", "conductor sees stop", "audience sees stop",
            ])
    }

    @Test func `cases are told apart also where they are many`() {
        #expect(Note.Case.allCases.map(\.rawValue) == ["low", "middle", "high", "rest", "stop"])
        #expect(
            [Note.low(number: 1), .middle(number: 1), .high(number: 1), .rest(), .stop].map(\.caseIndex) == [
                0, 1, 2, 3, 4,
            ])
    }
}
