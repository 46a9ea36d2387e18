import Adit
import AditJSON
import AditState
import TestSupport

/// What travels in a ``Lab``.
enum Word: Codable, Equatable { case says(String) }

/// A core on a virtual clock whose one feature is a test's closure, and what was heard of it.
final class Lab {
    typealias Builder = CoreBuilder<Words, Word>

    /// What a test's feature is made with.
    struct Bench {
        let core: Builder
        let effects: Effects
        let host: HostConnection<String, String>
        let store: StateStore<Words>

        func say(_ text: String) { core.output(.says(text)) }
    }

    /// What the core told, in order: `> text` where a message was put out, `? id text` for a request to the host, `x
    /// id` for one that is cancelled, `! reason` for a failure; with `#7` behind it where it came of the message with
    /// the id 7.
    private(set) var told: [String] = []
    /// How much of it may be heard, whatever becomes of the batch.
    private var kept = 0
    private(set) var core: RunningApp!
    let store: StateStore<Words>

    /// - Parameters:
    ///   - storage: what the state is kept in; nil: in memory.
    ///   - limit: how many effects may be in flight.
    ///   - handle: makes the feature, which gets the text of each message.
    init(
        storage: (any StateStorage)? = nil, serving gateways: Set<String> = ["host", "inbox"], limit: Int? = nil,
        context: DependencyContext = .live,
        time: CoreTime.Kind = .virtual(from: .virtualStart),
        bringing bring: (inout DependencyValues) -> Void = { _ in },
        _ handle: @escaping @Sendable (Bench) -> (String) throws -> Void
    ) {
        var limits = CoreLimits()
        if let limit { limits.effects = limit }
        let app = App<Words, Word>(
            "lab", state: Words(),
            gateways: [HostGateway<String, String>("host"), HostSource<String, String>("inbox")]
        ) { core in
            let host = core.connect(HostGateway<String, String>("host"))
            let handle = handle(Bench(core: core, effects: core.makeEffects(), host: host, store: core.store))
            return [Feature { if case .says(let text) = $0 { try handle(text) } }]
        }
        guard let storage = storage.map(uncertain) else {
            (core, store) = app.makeCore(
                gateways: gateways, limits: limits, time: time, context: context, bringing: bring)
            return
        }
        do {
            (core, store) = try app.openCore(
                storage, journal: nil, gateways: gateways, limits: limits, time: time, context: context, bringing: bring
            )
        } catch {
            preconditionFailure("a test's storage does not open: \(error)")
        }
        core.loop.persister?.wakeup = StorageWakeup {}
        core.loop.add(Ending(of: self))
    }

    var words: [String] { store.state().words }

    /// How many effects are in flight.
    var inFlight: Int { core.loop.effects.count }

    /// Sends messages, and lets all effects go on that can.
    func send(_ texts: String..., id: Int? = nil, with values: DependencyValues? = nil) {
        for text in texts {
            drive {
                core.loop.start(self)
                let cause = id == nil && values == nil ? nil : Cause(id: id.map { .number(Int64($0)) }, values: values)
                core.loop.handle(MessageBox(Word.says(text)), of: cause, self)
            }
        }
    }

    /// Moves the clock on.
    func advance(_ milliseconds: Int) {
        let target = core.loop.effects.time.now + milliseconds * 1_000_000
        drive {}
        while drive({ core.loop.fireTimer(by: target, self) }) {}
        core.loop.effects.time.move(to: target)
    }

    /// Answers a request; a source may be sent more.
    func reply(_ id: String, _ json: String, more: Bool = false) {
        guard let reply = try? HostReply(parsing: json) else { return told.append("no JSON: \(json)") }
        drive { core.loop.answer(id, with: reply, more: more, self) }
    }

    /// Answers a request, and ends the batch before the effects go on.
    ///
    /// - Parameter text: a message that is handled in the same batch.
    func answerInABatch(_ id: String, _ json: String, with text: String) throws {
        let reply = try HostReply(parsing: json)
        core.loop.environment.enter()
        defer { core.loop.environment.leave() }
        core.loop.answer(id, with: reply, more: false, self)
        core.loop.handle(MessageBox(Word.says(text)), of: nil, self)
        core.loop.commitBatch(self)
        core.loop.finishHeldBatches(self)
    }

    func endBatch() {
        drive {
            core.loop.commitBatch(self)
            core.loop.finishHeldBatches(self)
        }
    }

    /// Ends the core's effects.
    func end() -> Bool {
        drive {
            core.loop.cancelEffects(self)
            return core.loop.runLastJobs(self)
        }
    }

    /// Ends the core's effects, and does not drive those that go on.
    func endOnce() -> Bool {
        core.loop.environment.enter()
        defer { core.loop.environment.leave() }
        core.loop.cancelEffects(self)
        return core.loop.runLastJobs(self)
    }

    /// Lets go of the core.
    func close() { core = nil }

    /// What has been told since this was asked for last.
    func heard() -> [String] {
        defer { (told, kept) = ([], 0) }
        return told
    }

    @discardableResult
    func drive<R>(_ body: () -> R) -> R {
        core.loop.environment.enter()
        defer { core.loop.environment.leave() }
        let result = body()
        while core.loop.hasReadyEffects { core.loop.runReadyEffect(self) }
        return result
    }

    private func tell(_ text: String, of cause: Cause?) {
        if case .number(let id)? = cause?.id { told.append("\(text) #\(id)") } else { told.append(text) }
    }
}

extension Lab {
    /// What becomes of a lab's batches. The core retains it, and so it does not retain the lab.
    private final class Ending: BatchParticipant {
        private weak var lab: Lab?

        init(of lab: Lab) { self.lab = lab }

        func commitBatch() {
            if let lab { lab.kept = lab.told.count }
        }

        func rollBackBatch(_ failure: any Error) {
            guard let lab else { return }
            lab.told.removeLast(lab.told.count - lab.kept)
            lab.tell("lost: \(failure)", of: nil)
        }
    }
}

extension Lab: CoreListener {
    func announce<M>(
        _ message: M, _: MessageDirection, of cause: Cause?, by _: (M, JSONWriter) throws(CodingFailure) -> Void
    ) {
        if case .says(let text)? = message as? Word { tell("> \(text)", of: cause) }
    }

    func request(_ request: HostRequest, of cause: Cause?) { tell("? \(request.id) \(request.request)", of: cause) }
    func cancel(_ request: HostRequest, of cause: Cause?) { tell("x \(request.id)", of: cause) }
    func fail(_: AnyMessage?, _ failure: CoreFailure, of cause: Cause?) {
        switch failure {
        case .thrown(let error), .unannounced(let error): tell("! \(error)", of: cause)
        case .cutOff(let why): tell("! \(why)", of: cause)
        case .overrun(let why): tell("! \(why)", of: cause)
        }
    }
}
