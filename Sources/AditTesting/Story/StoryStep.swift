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
