import Adit

@Message enum Message: Equatable {
    case counter(Counter)

    enum Counter: Equatable {
        case request(Request)
        case response(Response)
        enum Request: Equatable { case increment(by: Int) }
        enum Response: Equatable { case wasIncremented(to: Int), wasNotIncremented(by: Int) }
    }
}

@Model struct CounterState: State {
    var value = 0
    enum Change { case set(Int) }
    mutating func apply(_ change: Change) {
        switch change {
        case .set(let n): value = n
        }
    }
}

struct Incrementer: UseCase {
    enum Request { case increment(by: Int) }
    enum Response { case wasIncremented(to: Int), wasNotIncremented(by: Int) }
    let store: StateStore<CounterState>
    let respond: (Response) -> Void
    func request(_ request: Request) {
        switch request {
        case .increment(let n):
            let (sum, overflow) = store.state().value.addingReportingOverflow(n)
            if overflow { return respond(.wasNotIncremented(by: n)) }
            store.change(.set(sum))
            respond(.wasIncremented(to: sum))
        }
    }
}

func createCounterFeature(store: StateStore<CounterState>, output: @escaping Output<Message>) -> Input<Message> {
    let incrementer = Incrementer(store: store) { response in
        switch response {
        case .wasIncremented(let n): output(.counter(.response(.wasIncremented(to: n))))
        case .wasNotIncremented(let n): output(.counter(.response(.wasNotIncremented(by: n))))
        }
    }
    return { message in
        if case .counter(.request(.increment(let n))) = message { incrementer.request(.increment(by: n)) }
    }
}

func counterApp() -> App<CounterState, Message> {
    App("counter", state: CounterState()) { core in
        [Feature(.counter, createCounterFeature(store: core.store, output: core.output))]
    }
}

/// A Swift program around the counter: what the core outputs comes back to it, and is printed.
final class CounterProgram {
    private let store = StateStore(CounterState())
    private lazy var rootHandler: Input<Message> = createAppCore(
        store: store, receivers: [{ print($0.casePath) }],
        features: [
            Feature(.counter, createCounterFeature(store: store) { [weak self] in try? self?.rootHandler($0) })
        ])

    func run() throws {
        try rootHandler(.counter(.request(.increment(by: 2))))
        print("\(counterApp().name): \(store.state().value)")
    }
}

try CounterProgram().run()
