/// A group of a spec: a `describe` or a `context`, and what its closure added to it.
final class SpecGroup {
    enum Child {
        case example(SpecExample)
        case group(SpecGroup)
    }

    let word: SpecWord
    let text: String
    let place: TestPlace
    var setups: [SpecStep] = []
    var teardowns: [SpecStep] = []
    private(set) var children: [Child] = []
    /// A mistake in the declaration of the group, in words.
    private(set) var failures: [String] = []
    /// Whether its closure is running.
    private(set) var isOpen = true
    /// The texts of the groups around it and its own.
    private let path: [String]
    private let names: SpecNames

    init(_ word: SpecWord, _ text: String, in parent: SpecGroup?, at place: TestPlace) {
        self.word = word
        self.text = text
        self.place = place
        path = (parent?.path ?? []) + [text]
        names = parent?.names ?? SpecNames()
    }

    /// Runs the closure of a group, and returns the group.
    ///
    /// - Parameter parent: the group around it, which it is added to; nil for the outermost.
    static func collect(
        _ word: SpecWord, _ text: String, in parent: SpecGroup?, at place: TestPlace, _ body: () -> Void
    ) -> SpecGroup {
        let group = SpecGroup(word, text, in: parent, at: place)
        SpecScope.collecting(group, body)
        group.isOpen = false
        if group.children.isEmpty {
            let failure = "\(word) \"\(text)\" has no examples: add an it to its closure"
            group.failures.append(failure)
            reportFailure(failure, at: place)
        }
        parent?.children.append(.group(group))
        return group
    }

    /// Adds an example. Another one of the same full name is a failure.
    func addExample(_ text: String, _ step: SpecStep) {
        let name = (path + [text]).joined(separator: ", ")
        var failures: [String] = []
        if let first = names.places.updateValue(step.place, forKey: name) {
            failures.append("the example \"\(name)\" exists already, at \(first): give one of them another text")
            reportFailure(failures[0], at: step.place)
        }
        children.append(.example(SpecExample(text: text, name: name, step: step, failures: failures)))
    }
}

/// An `it` of a spec.
struct SpecExample {
    let text: String
    /// The texts of its groups and its own, with commas.
    let name: String
    let step: SpecStep
    /// A mistake in the declaration of the example, in words.
    let failures: [String]
}

/// A closure of a spec that runs: that of an example, a setup or a teardown.
struct SpecStep {
    let place: TestPlace
    let body: () throws -> Void
}

/// The full names of a spec's examples, and their places.
private final class SpecNames {
    var places: [String: TestPlace] = [:]
}
