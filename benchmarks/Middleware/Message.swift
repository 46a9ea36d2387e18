import Adit

/// What travels in a counter.
@Message
enum Message: Equatable {
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
