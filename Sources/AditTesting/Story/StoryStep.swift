/// A `WHEN` or a `THEN` of a story.
struct StoryStep<Bench> {
    let word: StoryWord
    /// Its place in the test.
    let place: TestPlace
    /// Returns the title of the step, without the object under test.
    let title: () -> String
    /// Returns the act of the step, whose title may have values that are drawn in the object under test.
    let begin: (Bench) -> Act

    /// The title of a step, and its action, which returns the failures.
    struct Act {
        let title: String
        let perform: () -> [String]
    }
}

extension StoryStep {
    /// Creates a step whose title does not depend on the object under test.
    init(
        _ word: StoryWord, _ title: @escaping () -> String, at place: TestPlace, perform: @escaping (Bench) -> [String]
    ) {
        self.init(word: word, place: place, title: title) { bench in Act(title: title()) { perform(bench) } }
    }
}

extension StoryStep {
    /// Returns a step that expects a value of a part.
    ///
    /// - Parameter whole: returns the object that contains the part.
    static func part<Root, P: Equatable>(
        at place: TestPlace, _ keyPath: KeyPath<Root, P>, is expected: P, named name: String?,
        of whole: @escaping (Bench) -> Root
    ) -> StoryStep {
        let title = { "\(name ?? KeyPathText(at: place, keyPath).last) is \(valueTitle(expected))" }
        return StoryStep(.then, title, at: place) { bench in
            let found = whole(bench)[keyPath: keyPath]
            if found == expected { return [] }
            let part = name ?? KeyPathText(at: place, keyPath).path
            return ["\(part) is another one (- expected, + found):\n\(difference(expected, found))"]
        }
    }
}

/// Compares an expected error with the thrown one.
///
/// - Returns: the failures.
func compare<E: Error & Equatable>(_ expected: E, with thrown: (any Error)?) -> [String] {
    guard let thrown else { return ["nothing was thrown; \(valueTitle(expected)) was expected"] }
    if let thrown = thrown as? E, thrown == expected { return [] }
    return ["another error was thrown (- expected, + found):\n\(difference(expected as Any, thrown as Any))"]
}
