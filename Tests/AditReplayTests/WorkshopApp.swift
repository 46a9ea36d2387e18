import Adit

@Message enum WorkshopMessage: Equatable, Sendable {
    /// Adds a word.
    case add(String)
    /// Adds a word, and fails.
    case fail(String)
    /// Draws an id, a date and a random number.
    case draw
    /// Adds a word from within an effect, after a while, and says so.
    case later(word: String, milliseconds: Int)
    /// Asks the host.
    case ask(String)
    case said(String)
    /// Counts a word by a step that no host sees.
    case count(String)
    @Internal case step(number: Double)
}

@Model struct WorkshopState: State, Equatable {
    var words: [String] = []
    var beats = 0

    enum Change { case add(String), beat }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let word): words.append(word)
        case .beat: beats += 1
        }
    }
}

struct WorkshopError: Error, CustomStringConvertible { let description: String }

/// An app that does all that a recording has to tell: it draws, it fails, it changes its state within effects, its
/// store is observed, and it has a source and a gateway.
///
/// - Parameters:
///   - greeting: what it says first; another version of the app says something else.
///   - stepNumber: what its internal step says in place of a count.
func workshopApp(greeting: String = "said", stepNumber: Double? = nil) -> App<WorkshopState, WorkshopMessage> {
    let host = HostGateway<String, String>("host")
    return App("workshop", state: WorkshopState(), gateways: [host]) { core in
        let (store, output, effects) = (core.store, core.output, core.makeEffects())
        let ask = core.connect(host)
        store.updated { [unowned store] in
            let count = store.state().words.count
            if count % 3 == 0, count > 0 { output(.said("there are \(count)")) }
        }
        core.sources = { state in
            guard state.words.count > 4, state.beats < 3 else { return [] }
            return [.every(.milliseconds(2), id: "beat") { store.change(.beat) }]
        }
        let feature: Input<WorkshopMessage> = { message in
            switch message {
            case .add(let word):
                store.change(.add(word))
                output(.said("\(greeting) \(word)"))
            case .fail(let word):
                store.change(.add(word))
                throw WorkshopError(description: "\(word) failed")
            case .draw:
                @Dependency(\.uuid) var uuid
                @Dependency(\.date) var date
                @Dependency(\.random) var random
                output(.said("\(uuid()) \(date().nanoseconds) \(random.next() % 1000)"))
            case .later(let word, let milliseconds):
                @Dependency(\.uuid) var uuid
                effects.run { [uuid] in
                    @Dependency(\.clock) var clock
                    try await clock.sleep(for: .milliseconds(milliseconds))
                    store.change(.add(word))
                    output(.said("later \(word) \(uuid())"))
                }
            case .ask(let question):
                effects.run { output(.said("the host says \(try await ask(question))")) }
            case .count(let word): output(.step(number: stepNumber ?? Double(word.count)))
            case .step(let number): store.change(.add("\(number)"))
            case .said: break
            }
        }
        return [Feature(feature)]
    }
}
