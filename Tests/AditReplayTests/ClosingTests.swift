import AditState
import Glibc
import Testing

@testable import Adit
@testable import AditReplay

/// GIVEN a core with work in flight WHEN it is closed THEN its recording, and the journal of its store, replay alike. Tests/C/replay_close.c
/// does so with the example apps.
@Suite struct ClosingTests {
    /// An app, and the messages after which some of its work is in flight.
    struct Work: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let gateways: String
        let messages: [String]
        /// A message that is not handled any more.
        let unread: String
        /// Records a session with more members of the config, and replays the recording, and the store at a path.
        let run: @Sendable (Work, _ config: String, _ store: String?) throws -> Outcome

        init<S: State, Message>(
            _ name: String, of app: @escaping @Sendable () -> App<S, Message>, serving gateways: String,
            _ messages: [String], unread: String
        ) {
            testDescription = name
            (self.gateways, self.messages, self.unread) = (gateways, messages, unread)
            run = { work, config, store in
                let core = try RecordedCore(of: app(), serving: work.gateways, config)
                for message in work.messages { try core.send(message) }
                try core.queue(work.unread)
                core.close()
                return Outcome(
                    lines: try core.lines(), recording: try replay(app(), of: core.path),
                    store: try store.map { try replay(app(), of: $0) })
            }
        }
    }

    /// The lines of the recording, and what the replays report.
    struct Outcome {
        let lines: [String]
        let recording: ReplayReport
        let store: ReplayReport?
    }

    static let works = [
        Work(
            "a sleep, a pending answer, and a source", of: { workshopApp() }, serving: #"["host"]"#,
            [
                #"{"later":{"word":"b","milliseconds":60000},"@id":1}"#, #"{"ask":"one"}"#, #"{"add":"1"}"#,
                #"{"add":"2"}"#, #"{"add":"3"}"#, #"{"add":"4"}"#, #"{"add":"5"}"#,
            ], unread: #"{"add":"6"}"#),
        Work(
            "work that goes on when it is cancelled", of: tidyApp, serving: #"["host"]"#,
            [#"{"change":"one"}"#, #"{"draw":"two"}"#, #"{"say":"three"}"#, #"{"ask":"four"}"#, #"{"yield":"five"}"#],
            unread: #"{"change":"six"}"#),
        Work(
            "work that is debounced, throttled and repeated", of: tidyApp, serving: "[]",
            [#"{"debounce":"one"}"#, #"{"throttle":"two"}"#, #"{"throttle":"three"}"#, #"{"repeat":"four"}"#],
            unread: #"{"throttle":"five"}"#),
        Work(
            "a durable request, and a durable timer", of: errandsApp, serving: #"["host"]"#,
            [#"{"fetch":"milk","@id":7}"#, #"{"remind":{"_0":"tea","after":60}}"#, #"{"openDesk":{}}"#],
            unread: #"{"fetch":"bread"}"#),
    ]

    @Test(arguments: works, ["real", "virtual"])
    func `WHEN it closes on either clock THEN its recording replays alike`(_ work: Work, _ clock: String) throws {
        let outcome = try work.run(work, #","clock":"\#(clock)""#, nil)
        let close = try #require(outcome.lines.firstIndex { $0.contains(#","close":true"#) })
        if work.testDescription.contains("durable") {
            #expect(outcome.lines.count == close + 2)
        } else {
            #expect(outcome.lines[close...].contains { $0.contains(#","effect":"#) }, "nothing was in flight")
        }
        #expect(outcome.lines.last?.contains(#","end":"#) == true)
        #expect(outcome.recording.difference == nil, "\(outcome.lines[close...].joined(separator: "\n"))")
        #expect(outcome.recording.isComplete)
        #expect(outcome.recording.entries == outcome.lines.count)
    }

    @Test(arguments: works, ["real", "virtual"])
    func `WHEN it has a store THEN the store's journal replays alike, too`(_ work: Work, _ clock: String) throws {
        let path = temporaryPath()
        defer { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }
        let store = #""store":{"path":"\#(path)","durability":"normal"}"#
        let outcome = try work.run(work, #","clock":"\#(clock)",\#(store)"#, path)
        #expect(outcome.recording.difference == nil)
        let stored = try #require(outcome.store)
        #expect(stored.difference == nil)
        #expect(stored.isComplete)
    }
}

// MARK: - An app with work that does something when it is cancelled

@Message enum TidyMessage: Equatable, Sendable {
    case change(String)
    case draw(String)
    case say(String)
    case ask(String)
    case yield(String)
    case debounce(String)
    case throttle(String)
    case `repeat`(String)
    @Outgoing case said(String)
}

@Model struct TidyState: State, Equatable {
    var words: [String] = []

    enum Change { case add(String) }

    mutating func apply(_ change: Change) { if case .add(let word) = change { words.append(word) } }
}

/// An app whose effects wait until they are cancelled, and then change the state, draw values, say something, ask the
/// host or take some turns.
@Sendable func tidyApp() -> App<TidyState, TidyMessage> {
    let host = HostGateway<String, String>("host")
    return App("tidy", state: TidyState(), gateways: [host]) { core in
        let (store, output, effects) = (core.store, core.output, core.makeEffects())
        let ask = core.connect(host)
        func run(_ word: String, _ last: @escaping () async throws -> Void) {
            effects.run {
                @Dependency(\.clock) var clock
                do { try await clock.sleep(for: .seconds(3600)) } catch {
                    store.change(.add(word))
                    try await last()
                }
            }
        }
        return [
            Feature { message in
                switch message {
                case .change(let word): run(word) {}
                case .draw(let word):
                    run(word) {
                        @Dependency(\.uuid) var uuid
                        @Dependency(\.date) var date
                        store.change(.add("\(uuid()) \(date())"))
                    }
                case .say(let word): run(word) { output(.said(word)) }
                case .ask(let word): run(word) { _ = try? await ask(word) }
                case .yield(let word): run(word) { for _ in 1...3 { await Task.yield() } }
                case .debounce(let word): effects.debounce(id: "a", for: .seconds(60)) { output(.said(word)) }
                case .throttle(let word):
                    effects.throttle(id: "b", every: .seconds(60), latest: true) { output(.said(word)) }
                case .repeat(let word): effects.every(.seconds(60), id: "c") { output(.said(word)) }
                case .said: break
                }
            }
        ]
    }
}
