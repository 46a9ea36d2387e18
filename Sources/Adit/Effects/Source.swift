/// A source of messages without an input, such as a heartbeat or an inbox. It runs as long as the state requests it.
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

    /// Creates a source from some work. After the work has ended, the source starts again only once the state has
    /// ceased to request it and requests it again.
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

    /// Returns the source as one of a child core, which has its own names.
    func within(child: AnyHashable) -> Source { Source(id: AnyHashable(ChildID(child: child, id: id)), work: work) }

    private struct ChildID: Hashable {
        let child: AnyHashable
        let id: AnyHashable
    }

    /// Returns a source that calls `beat` repeatedly, first after one interval.
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

/// A supervisor that starts and ends sources as the state requests. The core's loop.
final class SourceSupervisor {
    private let effects: Effects
    private let wanted: () -> [Source]
    private let revision: () -> Int
    private var seen = -1
    /// In the order of their start.
    private var running: [AnyHashable] = []
    /// The sources that started in the current batch.
    private var begun: Set<AnyHashable> = []
    /// The sources whose start was requested last.
    private var asked: [AnyHashable] = []
    /// Whether a source could not start, because of the limit of effects.
    private var isOneRefused = false

    /// - Parameters:
    ///   - wanted: returns the sources that the state requests.
    ///   - revision: changes with the state.
    init(_ effects: Effects, revision: @escaping () -> Int, wanted: @escaping () -> [Source]) {
        self.effects = effects
        self.revision = revision
        self.wanted = wanted
    }

    /// Starts and ends sources according to the current state.
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

    /// Records which of the requested sources could not start: they are retried when the limit allows.
    func recordRefused() {
        guard !asked.isEmpty else { return }
        // A source that has just started has not ended yet.
        let refused = asked.filter { !effects.isInFlight(source: $0) }
        asked = []
        guard !refused.isEmpty else { return }
        running.removeAll(where: refused.contains)
        begun.subtract(refused)
        isOneRefused = true
    }

    /// Ends the batch.
    ///
    /// - Parameter isLost: whether it is undone; the sources that it started have been cancelled.
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
