import Adit

/// What travels in the counter app.
@Message
public enum Message: Equatable {
    case counter(Counter)

    public enum Counter: Equatable {
        case request(Request)
        case response(Response)

        public enum Request: Equatable { case increment(by: Int) }
        public enum Response: Equatable { case wasIncremented(to: Int), wasNotIncremented(by: Int) }
    }
}

/// The state of the counter app.
@Model
public struct CounterState: State {
    var value = 0

    public enum Change { case set(Int) }

    public mutating func apply(_ change: Change) {
        switch change {
        case .set(let number): value = number
        }
    }
}

/// Adds to the counter, if the sum fits an `Int`.
struct Incrementer: UseCase {
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

/// Makes the counter's only feature.
func createCounterFeature(store: StateStore<CounterState>, output: @escaping Output<Message>) -> Input<Message> {
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

/// The app `counter`: a minimal example.
public func counterApp() -> App<CounterState, Message> {
    App("counter", state: CounterState()) { core in
        [Feature(.counter, createCounterFeature(store: core.store, output: core.output))]
    }
}
