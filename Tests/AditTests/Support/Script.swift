import Adit
import AditState

/// A message that says itself what its handling does, so that a test is the messages that it sends.
///
/// ```swift
/// Script("a", .output(Script("b")), .fail("no"))  // outputs b, then throws
/// ```
struct Script: Codable, Equatable {
    var name: String
    var steps: [Step]

    init(_ name: String, _ steps: Step...) { self.init(name, steps: steps) }
    init(_ name: String, steps: [Step]) { (self.name, self.steps) = (name, steps) }
}

indirect enum Step: Codable, Equatable {
    /// Adds a word to the state.
    case add(String)
    case reset
    case output(Script)
    /// Asks something of the gateway `host`.
    case tell(String)
    case fail(String)
}

struct ScriptError: Error, Equatable, CustomStringConvertible {
    var description: String
}

/// The words that scripts have added.
struct Words: State, Codable, Equatable {
    var words: [String] = []
    enum Change { case add(String) }
    mutating func apply(_ change: Change) {
        switch change {
        case .add(let word): words.append(word)
        }
    }
}

/// A feature that does what its message says.
func createPerformer(
    store: StateStore<Words>, output: @escaping Output<Script>, tell: @escaping (String) throws -> Void = { _ in }
) -> Input<Script> {
    return { script in
        for step in script.steps {
            switch step {
            case .add(let word): store.change(.add(word))
            case .reset: store.reset()
            case .output(let next): output(next)
            case .tell(let text): try tell(text)
            case .fail(let text): throw ScriptError(description: text)
            }
        }
    }
}
