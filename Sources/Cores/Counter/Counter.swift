import Adit

/// What travels in the counter app.
public enum Message: Codable, Equatable {
    case counter(Counter)

    public enum Counter: Codable, Equatable {
        case request(Request)
        case response(Response)

        public enum Request: Codable, Equatable { case increment(by: Int) }
        public enum Response: Codable, Equatable { case wasIncremented(to: Int), wasNotIncremented(by: Int) }
    }
}

/// The state of the counter app.
public struct CounterState: State, Codable {
    var value = 0

    public enum Change { case set(Int) }

    public mutating func apply(_ change: Change) {
        switch change {
        case .set(let number): value = number
        }
    }
}

extension CounterState {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        value = try container.decodeIfPresent(Int.self, forKey: .value) ?? 0
    }
}

/// Adds to the counter, as long as the sum is an `Int`.
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

/// Makes the counter's one feature.
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

/// The app `counter`: the smallest there is.
public func counterApp() -> App<CounterState, Message> {
    App("counter", state: CounterState()) { core in
        [Feature(createCounterFeature(store: core.store, output: core.output))]
    }
}
