import Adit

/// A whole core of one feature: it counts clicks.
@Message enum Click: Equatable {
    case click
    case wasClicked(times: Int)
}

@Model struct Clicks: State {
    var times = 0
    enum Change { case increase }
    mutating func apply(_: Change) { times += 1 }
}

func clickApp() -> App<Clicks, Click> {
    App("click", state: Clicks()) { core in
        let (store, output) = (core.store, core.output)
        return [
            Feature(.click) { _ in
                store.change(.increase)
                output(.wasClicked(times: store.state().times))
            }
        ]
    }
}
