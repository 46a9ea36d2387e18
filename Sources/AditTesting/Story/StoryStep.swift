/// A `WHEN` or a `THEN` of a story.
struct StoryStep<Bench> {
    let word: StoryWord
    /// Where it stands in the test.
    let place: TestPlace
    /// What it is, which may take the thing under test to say.
    let begin: (Bench) -> Act

    /// What a step says, and what it does; that returns what is not as it should be.
    struct Act {
        let title: String
        let perform: () -> [String]
    }
}

extension StoryStep {
    /// A step of which all is known before it begins.
    init(
        _ word: StoryWord, _ title: @escaping () -> String, at place: TestPlace, perform: @escaping (Bench) -> [String]
    ) {
        self.init(word: word, place: place) { bench in Act(title: title()) { perform(bench) } }
    }
}
