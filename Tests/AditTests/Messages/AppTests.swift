import Adit
import AditJSON
import AditState
import TestSupport
import Testing

// A counter, as a core author writes it.

@Message
private enum Message: Equatable {
    case counter(Counter)
    enum Counter: Equatable {
        case request(Request)
        case response(Response)
        enum Request: Equatable { case increment(by: Int) }
        enum Response: Equatable { case wasIncremented(to: Int), wasNotIncremented(by: Int) }
    }
}

@Model
private struct CounterState: State, Equatable {
    var value = 0
    enum Change { case set(Int) }
    mutating func apply(_ change: Change) {
        switch change {
        case .set(let number): value = number
        }
    }
}

private struct Incrementer: UseCase {
    enum Request { case increment(by: Int) }
    enum Response { case wasIncremented(to: Int), wasNotIncremented(by: Int) }
    let store: StateStore<CounterState>
    let respond: (Response) -> Void
    func request(_ request: Request) {
        switch request {
        case .increment(let number):
            let (sum, overflow) = store.state().value.addingReportingOverflow(number)
            if overflow { return respond(.wasNotIncremented(by: number)) }
            store.change(.set(sum))
            respond(.wasIncremented(to: sum))
        }
    }
}

private func createCounterFeature(store: StateStore<CounterState>, output: @escaping Output<Message>) -> Input<Message>
{
    let incrementer = Incrementer(store: store) { response in
        switch response {
        case .wasIncremented(let number): output(.counter(.response(.wasIncremented(to: number))))
        case .wasNotIncremented(let number): output(.counter(.response(.wasNotIncremented(by: number))))
        }
    }
    return { message in
        if case .counter(.request(.increment(let number))) = message { incrementer.request(.increment(by: number)) }
    }
}

private func counterApp() -> App<CounterState, Message> {
    App("counter", state: CounterState()) { core in
        [Feature(.counter, createCounterFeature(store: core.store, output: core.output))]
    }
}

/// Keeps the messages that a core put out.
private final class Host: CoreListener {
    private(set) var heard: [Message] = []

    func announce<M>(
        _ message: M, _: MessageDirection, of _: Cause?, by _: (M, JSONWriter) throws(CodingFailure) -> Void
    ) {
        if let message = message as? Message { heard.append(message) }
    }

    func request(_: HostRequest, of _: Cause?) {}
    func cancel(_: HostRequest, of _: Cause?) {}
    func fail(_: AnyMessage?, _ failure: CoreFailure, of _: Cause?) { Issue.record("failed: \(failure)") }
}

struct AppTests {
    private func send(_ messages: [Message], to core: RunningApp) -> [Message] {
        let host = Host()
        for message in messages { core.loop.handle(MessageBox(message), host) }
        core.loop.commitBatch(host)
        return host.heard
    }

    @Test func `an app makes cores, each with a state of its own`() {
        let app = counterApp()
        let (first, second) = (app.makeCore(), app.makeCore())
        #expect(
            send([.counter(.request(.increment(by: 2)))], to: first.core) == [
                .counter(.response(.wasIncremented(to: 2)))
            ])
        #expect(
            send([.counter(.request(.increment(by: 3)))], to: first.core) == [
                .counter(.response(.wasIncremented(to: 5)))
            ])
        #expect(first.store.state().value == 5)
        #expect(second.store.state().value == 0)
        #expect(app.name == "counter")
    }

    @Test func `a failure is a response`() {
        let (core, store) = counterApp().makeCore(state: CounterState(value: .max))
        #expect(
            send([.counter(.request(.increment(by: 1)))], to: core) == [.counter(.response(.wasNotIncremented(by: 1)))])
        #expect(store.state().value == .max)
        #expect(core.loop.revision == 0)
    }

    @Test func `its messages and state have a form on the wire`() throws {
        let types = counterApp().types
        let coding = types.coding
        let writer = JSONWriter()
        let message = Message.counter(.request(.increment(by: 2)))
        try coding.write(MessageBox(message), writer)
        try types.stateCoding.write(CounterState(value: 7), writer)
        #expect(writer.text == #"{"counter":{"request":{"increment":{"by":2}}}}{"value":7}"#)
        #expect(coding.casePath(MessageBox(message)) == "counter.request.increment")

        try Array(#"[{"counter":{"request":{"increment":{"by":2}}}},{"value":7},{"counter":{"reply":{}}}]"#.utf8)
            .withUnsafeBytes { bytes in
                try withJSON(bytes) { root in
                    let (first, second, third) = try (#require(root[0]), #require(root[1]), #require(root[2]))
                    #expect(try coding.read(first).message(as: Message.self) == message)
                    #expect(try types.readState(second) == CounterState(value: 7))
                    #expect(
                        throws: CodingFailure(path: "counter", reason: #"no case "reply"; one of request, response"#)
                    ) {
                        try coding.read(third)
                    }
                }
            }
    }
}
