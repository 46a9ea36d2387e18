/// Something that only emits: a heartbeat, an inbox. It runs as long as the state asks for it.
///
/// ```swift
/// core.sources = { state in
///     state.isWatching ? [.every(.seconds(1), id: "heartbeat") { core.output(.heartbeat(.beats)) }] : []
/// }
/// ```
///
/// Source: "sources" of "Architecture & Agility: 06 - Example Feature implementation", with which of them run as a
/// function of the state, as Elm's subscriptions are.
public struct Source {
    let id: AnyHashable
    let work: (Effects) -> () async throws -> Void

    /// A source that does some work, for as long as it likes. When it has ended, it does not begin again before the
    /// state has asked for it no more and then again.
    ///
    /// - Parameters:
    ///   - id: its name among the core's sources; of two with one name, the first runs.
    ///   - work: the work, on the core's loop.
    public init(id: some Hashable & Sendable, _ work: @escaping () async throws -> Void) {
        self.id = AnyHashable(id)
        self.work = { _ in work }
    }

    private init(id: AnyHashable, work: @escaping (Effects) -> () async throws -> Void) {
        self.id = id
        self.work = work
    }

    /// The source as one of a child core, whose names are its own.
    func within(child number: Int) -> Source { Source(id: AnyHashable(ChildID(child: number, id: id)), work: work) }

    private struct ChildID: Hashable {
        let child: Int
        let id: AnyHashable
    }

    /// A clock that does something again and again, first when the interval has passed once.
    ///
    /// - Parameters:
    ///   - interval: a millisecond at least.
    ///   - id: its name among the core's sources.
    ///   - beat: called on the core's loop.
    public static func every(
        _ interval: Duration, id: some Hashable & Sendable, _ beat: @escaping () -> Void
    ) -> Source {
        Source(id: AnyHashable(id)) { effects in effects.repeated(every: interval) { beat() } }
    }
}

/// Keeps the sources running that the state asks for. The core's loop.
final class SourceSupervisor {
    private let effects: Effects
    private let wanted: () -> [Source]
    private let revision: () -> Int
    private var seen = -1
    /// In the order in which they began.
    private var running: [AnyHashable] = []
    /// Those that began in the present batch.
    private var begun: Set<AnyHashable> = []
    /// Those that were asked for last.
    private var asked: [AnyHashable] = []
    /// Whether one could not begin, as there were too many effects.
    private var isOneRefused = false

    /// - Parameters:
    ///   - wanted: the sources that the state asks for.
    ///   - revision: changes with the state.
    init(_ effects: Effects, revision: @escaping () -> Int, wanted: @escaping () -> [Source]) {
        self.effects = effects
        self.revision = revision
        self.wanted = wanted
    }

    /// Starts and ends what the state asks for now.
    func follow() {
        guard revision() != seen || isOneRefused && effects.runner.hasRoom else { return }
        seen = revision()
        isOneRefused = false
        var names: Set<AnyHashable> = []
        let sources = wanted().filter { names.insert($0.id).inserted }
        for name in running where !names.contains(name) { effects.cancel(source: name) }
        let starting = sources.filter { !running.contains($0.id) }
        for source in starting { effects.run(source: source) }
        begun.formUnion(starting.map(\.id))
        running = running.filter(names.contains) + starting.map(\.id)
        asked = starting.map(\.id)
    }

    /// What was asked for has begun, or could not: those that could not are tried again when there is room.
    func noteRefused() {
        guard !asked.isEmpty else { return }
        // None has ended yet that has just begun.
        let refused = asked.filter { !effects.isInFlight(source: $0) }
        asked = []
        guard !refused.isEmpty else { return }
        running.removeAll(where: refused.contains)
        begun.subtract(refused)
        isOneRefused = true
    }

    /// The batch has ended.
    ///
    /// - Parameter isLost: it is undone; what it began has been cancelled.
    func endBatch(isLost: Bool) {
        if isLost {
            running.removeAll(where: begun.contains)
            seen = -1
        }
        if !begun.isEmpty { begun = [] }
    }
}

extension Effects {
    fileprivate func run(source: Source) {
        runner.ask(.start(effect(EffectKey(scope: scope, id: source.id), source.work(self)), .cancelPrevious))
    }

    fileprivate func isInFlight(source name: AnyHashable) -> Bool {
        runner.isInFlight(EffectKey(scope: scope, id: name))
    }

    fileprivate func cancel(source name: AnyHashable) { runner.ask(.cancel(EffectKey(scope: scope, id: name))) }
}
