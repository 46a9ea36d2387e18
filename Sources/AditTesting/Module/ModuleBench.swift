import Adit
import AditJSON
import AditState

/// A bench for a module in a core on a virtual clock, with the story as its host: the module, its outputs, requests and
/// failures.
final class ModuleBench<S: State, Sent, Heard>: StoryBench {
    private(set) var core: RunningApp
    private(set) var store: StateStore<S>
    /// Makes a core with the same state whose virtual clock begins at a date; nil if the state ends with its core.
    private let openAgain: ((Timestamp) throws -> (core: RunningApp, store: StateStore<S>))?
    /// The masks for the requests of the app; nil if it has no secrets.
    let secrets: AppSecrets?
    /// Converts the story's input to a message of the core.
    let wrap: (Sent) -> AnyMessage
    /// The host's form of an output; nil if it does not belong to the module.
    let unwrap: (Any) -> Heard?
    /// Returns the text of a message of the core.
    let title: (AnyMessage) -> String

    var isRelaxed = false
    var parts: [StoryPart]
    /// The outputs that no `THEN` has expected yet.
    var outputs = HeardList<Heard>("output") { messageTitle($0) }
    var requests = HeardList<HostRequest>("request to a gateway") { $0.title }
    var cancellations = HeardList<HostRequest>("cancelled request to a gateway") { $0.title }
    /// The failures that no `THEN` has expected yet.
    var failures: [ModuleFailure] = []
    /// The unhandled messages, in words.
    var unhandled: [String] = []
    /// The pending requests.
    var open: [HostRequest] = []
    /// The steps that started the effects in flight, by the effects' numbers.
    var origins: [Int: StoryOrigin] = [:]
    /// The numbers of the effects and timers that may be in flight at the end.
    var accepted: (effects: Set<Int>, timers: Set<Int>) = ([], [])

    /// - Parameters:
    ///   - isStored: whether the state outlives the core.
    ///   - hasUndo: whether the core has an undo history.
    init<Message>(
        _ app: App<S, Message>, state: S? = nil, gateways: [any DescribedGateway]? = nil, from start: Timestamp?,
        isStored: Bool = false, hasUndo: Bool = false,
        bringing bring: @escaping (inout DependencyValues) -> Void, wrap: @escaping (Sent) -> Message,
        unwrap: @escaping (Message) -> Heard?, title: @escaping (Message) -> String
    ) {
        let (served, start) = (Set((gateways ?? app.gateways).map(\.name)), start ?? .virtualStart)
        let storage = MemoryStorage()
        let openStored: (Timestamp) throws -> (core: RunningApp, store: StateStore<S>) = { date in
            if hasUndo, app.undo.isStep == nil { throw StoryUndoMissing(app: app.name) }
            return try app.openCore(
                storage, journal: hasUndo ? Journal() : nil, state: state, gateways: served,
                time: .virtual(from: date), context: .test, hasHistory: hasUndo, bringing: bring)
        }
        var opened: (core: RunningApp, store: StateStore<S>)?
        if isStored || hasUndo {
            do { opened = try openStored(start) } catch {
                failures.append(ModuleFailure(text: "the core could not be opened, \(error)", error: error))
            }
        }
        (core, store) =
            opened
            ?? app.makeCore(
                state: state, gateways: served, time: .virtual(from: start), context: .test, bringing: bring)
        openAgain = isStored ? openStored : nil
        secrets = app.secrets
        self.wrap = { MessageBox(wrap($0)) }
        self.unwrap = { ($0 as? Message).flatMap(unwrap) }
        self.title = { title($0.message(as: Message.self)) }
        parts = []
        begin()
    }

    /// Begins the story's part with the present core.
    private func begin() {
        parts += [StoryPart(core), StoryPart(store), StoryPart(core.loop.effects)]
        parts.append(StoryPart(core.outputs))
        core.loop.add(
            BatchReporter { [weak self] error in
                self?.failures.append(ModuleFailure(text: "the batch could not be stored, \(error)", error: error))
            })
        drive { core.loop.start(self) }
    }

    /// Closes the core, and opens it again.
    ///
    /// - Parameter pause: the time that passes in between.
    /// - Returns: the failures.
    func reopen(after pause: Duration) -> [String] {
        guard let openAgain else { return ["the core has no store; GIVEN(…, store: true) is expected"] }
        var texts = endEffects("at the closing")
        let date = core.loop.effects.time.date ?? .virtualStart
        core.loop.persister?.close()
        // Messages of the closing are not output of the story.
        (_, _, _) = (outputs.removeAll(), requests.removeAll(), cancellations.removeAll())
        (open, origins, accepted) = ([], [:], ([], []))
        do {
            (core, store) = try openAgain(date.advanced(by: pause))
            begin()
        } catch {
            texts.append("the core could not be opened again, \(error)")
        }
        return texts
    }

    /// Cancels the effects, and runs them to their end.
    ///
    /// - Parameter occasion: when it is, in words.
    /// - Returns: the failures.
    func endEffects(_ occasion: String) -> [String] {
        core.loop.environment.enter()
        defer { core.loop.environment.leave() }
        core.loop.cancelEffects(self)
        return core.loop.runLastJobs(self) ? [] : ["an effect that was cancelled \(occasion) has not ended"]
    }

    /// A message or an effect that has failed.
    struct ModuleFailure {
        /// The failed message or effect, and the error.
        let text: String
        let error: any Error
    }
}

extension ModuleBench where Sent == Heard {
    /// Creates the bench of a module whose input and output have the same type.
    convenience init(
        _ app: App<S, Sent>, state: S? = nil, gateways: [any DescribedGateway]? = nil, from start: Timestamp?,
        isStored: Bool = false, hasUndo: Bool = false, bringing bring: @escaping (inout DependencyValues) -> Void
    ) {
        self.init(
            app, state: state, gateways: gateways, from: start, isStored: isStored, hasUndo: hasUndo, bringing: bring,
            wrap: { $0 }, unwrap: { $0 }, title: { messageTitle($0) })
    }
}

/// The error of a story with an undo history, of an app without undo.
private struct StoryUndoMissing: Error, CustomStringConvertible {
    let app: String
    var description: String { "undo: found for the app \"\(app)\", which offers no undo" }
}
