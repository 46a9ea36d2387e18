import Adit

/// What travels in an app that counts.
@Message
enum CounterMessage: Equatable {
    case counter(Counter)

    enum Counter: Equatable {
        case request(Request)
        case response(Response)

        enum Request: Equatable { case increment(by: Int) }
        enum Response: Equatable { case wasIncremented(to: Int) }
    }
}

@Model
struct CounterState: State {
    var value = 0

    enum Change { case add(Int) }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let number): value += number
        }
    }
}

func counterApp() -> App<CounterState, CounterMessage> {
    App("counter", state: CounterState()) { core in
        [
            Feature(.counter) { message in
                guard case .counter(.request(.increment(let number))) = message else { return }
                core.store.change(.add(number))
                core.output(.counter(.response(.wasIncremented(to: core.store.state().value))))
            }
        ]
    }
}
