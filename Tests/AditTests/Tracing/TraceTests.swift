import Adit
import AditJSON
import AditState
import Testing

@Message
private enum Errand: Equatable {
    case go(to: String)
    case wentTo(String)
    case measured(Double)
    case orphan

    enum Request: Equatable { case show }
}

@Model
private struct Walk: State {
    var places: [String] = []
    enum Change { case add(String) }
    mutating func apply(_ change: Change) { if case .add(let place) = change { places.append(place) } }
}

private struct Walker: UseCase {
    enum Request { case walk(to: String) }
    enum Response { case walked(to: String) }
    let store: StateStore<Walk>
    let respond: (Response) -> Void
    func request(_ request: Request) throws {
        guard case .walk(let place) = request else { return }
        if place == "nowhere" { throw ScriptError(description: "no way") }
        store.change(.add(place))
        respond(.walked(to: place))
    }
}

private let guide = HostGateway<String, String>("guide")

private let walks = App<Walk, Errand>("walks", state: Walk(), gateways: [guide]) { core in
    let walker = Walker(store: core.store) { [output = core.output] in
        if case .walked(let place) = $0 { output(.wentTo(place)) }
    }
    .traced()
    let (effects, host, output) = (core.makeEffects(), core.connect(guide), core.output)
    return [
        Feature(.go) { message in
            guard case .go(let place) = message else { return }
            guard place == "the guide" else { return try walker.request(.walk(to: place)) }
            effects.run {
                let place = try await host("where?")
                output(.go(to: place))
            }
        }
    ]
}

/// What a core tells, for tests of what it says of itself.
private final class Ear: CoreListener {
    var unhandled: [String] = []
    var requests: [String] = []
    func announce<M>(_: M, _: MessageDirection, of _: Cause?, by _: (M, JSONWriter) throws(CodingFailure) -> Void) {}
    func request(_ request: HostRequest, of _: Cause?) { requests.append(request.id.description) }
    func cancel(_: HostRequest, of _: Cause?) {}
    func fail(_: AnyMessage?, _: CoreFailure, of _: Cause?) {}
    func reportUnhandled(_ message: AnyMessage, of _: Cause?) {
        unhandled.append("\(message.message(as: Errand.self))")
    }
}

/// GIVEN a core that keeps a trace WHEN things happen THEN each is told with what caused it.
struct TraceTests {
    private let ear = Ear()

    private func core(keeping entries: Int = 100) -> RunningApp {
        var limits = CoreLimits()
        limits.trace = entries
        return walks.makeCore(gateways: ["guide"], limits: limits, time: .virtual(from: .virtualStart)).core
    }

    private func send(_ message: Errand, id: MessageID? = nil, to core: RunningApp) {
        core.loop.environment.enter()
        core.loop.handle(MessageBox(message), of: Cause(id: id), ear)
        while core.loop.hasReadyEffects { core.loop.runReadyEffect(ear) }
        core.loop.commitBatch(ear)
        core.loop.environment.leave()
    }

    @Test func `a message leads to a use case and a response`() {
        let core = core()
        send(.go(to: "town"), id: .number(7), to: core)
        #expect(
            core.loop.effects.trace?.text == """
                1 go {"go":{"to":"town"}}, from the host as 7
                  Walker walk(to: "town")
                  2 wentTo {"wentTo":"town"}
                """)
    }

    @Test func `an effect and its request have their causes, and what comes of the answer has it`() throws {
        let core = core()
        send(.go(to: "the guide"), to: core)
        core.loop.environment.enter()
        core.loop.answer(
            ear.requests[0], with: try HostReply(parsing: #"{"result":"sea"}"#), more: false, ear)
        while core.loop.hasReadyEffects { core.loop.runReadyEffect(ear) }
        core.loop.environment.leave()
        #expect(
            core.loop.effects.trace?.text == """
                1 go {"go":{"to":"the guide"}}, from the host
                  2 effect 1
                    3 @effect e1-1 to guide "where?"
                    4 go {"go":{"to":"sea"}}
                      Walker walk(to: "sea")
                      5 wentTo {"wentTo":"sea"}
                """)
    }

    @Test func `what failed says why`() {
        let core = core()
        send(.go(to: "nowhere"), to: core)
        #expect(
            core.loop.effects.trace?.text == """
                1 go {"go":{"to":"nowhere"}}, from the host
                  Walker walk(to: "nowhere")
                  failed: no way
                """)
    }

    @Test func `a message that nothing handles is reported`() {
        let core = core()
        send(.orphan, to: core)
        send(.go(to: "town"), to: core)
        #expect(ear.unhandled == ["orphan"])
        #expect(
            core.loop.effects.trace?.text.hasPrefix("1 orphan {\"orphan\":{}}, from the host, not handled\n2 go")
                == true)
    }

    @Test func `a message that JSON has not is a string`() throws {
        let core = core()
        send(.measured(.nan), to: core)
        let writer = JSONWriter()
        core.loop.effects.trace?.write(to: writer)
        #expect(
            writer.text
                == #"[{"n":1,"message":"measured","handled":false,"value":"measured(nan)","at":"2000-01-01T00:00:00Z"}]"#
        )
    }

    @Test func `a message at which a cascade is cut off says why`() {
        var limits = CoreLimits()
        limits.trace = 10
        limits.cascade = 1
        let app = App("bench", state: Words()) { core in
            [Feature(createPerformer(store: core.store, output: core.output))]
        }
        let core = app.makeCore(limits: limits).core
        core.loop.handle(MessageBox(Script("a", .output(Script("b", .output(Script("c")))))), ear)
        #expect(core.loop.effects.trace?.entries.map(\.error) == [nil, nil, "caused more than 1 message"])
    }

    @Test func `it is told without a trace, too`() {
        let core = walks.makeCore().core
        send(.orphan, to: core)
        #expect(ear.unhandled == ["orphan"])
        #expect(core.loop.effects.trace == nil)
    }

    @Test func `only the last entries are kept`() {
        let core = core(keeping: 3)
        for place in ["a", "b", "c"] { send(.go(to: place), to: core) }
        #expect(core.loop.effects.trace?.entries.map(\.number) == [4, 5, 6])
        #expect(
            core.loop.effects.trace?.text == """
                4 wentTo {"wentTo":"b"}
                5 go {"go":{"to":"c"}}, from the host
                  Walker walk(to: "c")
                  6 wentTo {"wentTo":"c"}
                """)
    }

    @Test func `it is JSON as well`() {
        let core = core()
        send(.go(to: "nowhere"), id: .text("x"), to: core)
        send(.go(to: "town"), to: core)
        let writer = JSONWriter()
        core.loop.effects.trace?.write(to: writer)
        #expect(
            writer.text == #"[{"n":1,"message":"go","id":"x","value":{"go":{"to":"nowhere"}},"#
                + #""useCases":[{"useCase":"Walker","request":"walk(to: \"nowhere\")"}],"error":"no way","at":"2000-01-01T00:00:00Z"},"#
                + #"{"n":2,"message":"go","value":{"go":{"to":"town"}},"#
                + #""useCases":[{"useCase":"Walker","request":"walk(to: \"town\")"}],"at":"2000-01-01T00:00:00Z"},"#
                + #"{"n":3,"from":2,"output":"wentTo","value":{"wentTo":"town"},"at":"2000-01-01T00:00:00Z"}]"#)
    }

    @Test func `with a trace, messages come in the same order`() {
        var limits = CoreLimits()
        limits.trace = 10
        let script = Script(
            "a", .output(Script("b", .output(Script("d", .add("d"))), .add("b"))), .output(Script("c", .add("c"))))
        func words(_ limits: CoreLimits) -> [String] {
            let app = App("bench", state: Words()) { core in
                [Feature(createPerformer(store: core.store, output: core.output))]
            }
            let (core, store) = app.makeCore(limits: limits)
            core.loop.handle(MessageBox(script), ear)
            core.loop.handle(MessageBox(script), ear)
            return store.state().words
        }
        #expect(words(limits) == ["b", "c", "d", "b", "c", "d"])
        #expect(words(limits) == words(CoreLimits()))
    }
}
