import Adit
import AditState

/// A core of scripts, and what was heard of it.
final class Bench {
    typealias Builder = CoreBuilder<Words, Script>

    /// What the core told, in order: `> name` where a message was put out, `? text` for a request to the host,
    /// `! name: reason` for a failure.
    private(set) var told: [String] = []
    private(set) var core: RunningApp
    private let store: StateStore<Words>
    private var unspeakable: Set<String>

    /// - Parameters:
    ///   - listed: the gateways that the app lists.
    ///   - unspeakable: the messages that announcing throws at.
    ///   - build: makes the features; by default the performer alone.
    init(
        state: Words? = nil, gateways: Set<String> = ["host"], cascade: Int? = nil, batch: Int? = nil,
        listed: [any DescribedGateway] = [HostGateway<String, Never>("host")], unspeakable: Set<String> = [],
        build: @escaping @Sendable (Builder) -> [Feature<Script>] = { [Feature(performer($0))] }
    ) {
        var limits = CoreLimits()
        if let cascade { limits.cascade = cascade }
        if let batch { limits.batch = batch }
        let app = App("bench", state: Words(), gateways: listed, build: build)
        (core, store) = app.makeCore(state: state, gateways: gateways, limits: limits)
        self.unspeakable = unspeakable
    }

    var words: [String] { store.state().words }

    /// Handles messages from outside, in one batch.
    func send(_ scripts: Script..., endBatch: Bool = true) { send(scripts, endBatch: endBatch) }

    func send(_ scripts: [Script], endBatch: Bool = true) {
        for script in scripts {
            core.loop.start(self)
            core.loop.handle(MessageBox(script), self)
        }
        if endBatch { self.endBatch() }
    }

    func endBatch() { core.loop.commitBatch(self) }
}

extension Bench: CoreListener {
    func announce<M>(
        _ message: M, _: MessageDirection, of _: Cause?, by _: (M, JSONWriter) throws(CodingFailure) -> Void
    ) throws {
        guard let message = message as? Script else { return }
        if unspeakable.contains(message.name) { throw ScriptError(description: "unspeakable") }
        told.append("> \(message.name)")
    }

    func request(_ request: HostRequest, of _: Cause?) { told.append("? \(request.gateway) \(request.request)") }
    func cancel(_ request: HostRequest, of _: Cause?) { told.append("x \(request.id)") }

    func fail(_ message: AnyMessage?, _ failure: CoreFailure, of _: Cause?) {
        let name = message?.message(as: Script.self).name ?? "an effect"
        switch failure {
        case .thrown(let error): told.append("! \(name): \(error)")
        case .unannounced(let error): told.append("! \(name) was not announced: \(error)")
        case .cutOff(let why): told.append("! \(name) was cut off: \(why)")
        case .overrun(let why): told.append("! \(name) asked for too much: \(why)")
        }
    }
}

/// The performer of a core, with its host.
func performer(_ core: Bench.Builder) -> Input<Script> {
    let host = core.connect(HostGateway<String, Never>("host"))
    return createPerformer(store: core.store, output: core.output) { try host.send($0) }
}
