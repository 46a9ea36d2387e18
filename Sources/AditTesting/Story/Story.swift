import Adit

/// A story: an object under test, and the steps of the test. A value; nothing runs until ``run()``.
///
/// Its words are one list, whether they are logged by a run or listed as ``acceptanceCriteria``.
struct Story<Bench: StoryBench> {
    /// The object under test, in words.
    let title: String
    /// The place of `GIVEN` in the test.
    let place: TestPlace
    /// The environment in which the titles are made if there is no object under test; nil if they need none.
    let makeEnvironment: () -> CoreEnvironment?
    /// Makes the bench.
    let make: () -> Bench
    var steps: [StoryStep<Bench>] = []
    /// Whether outputs of a `WHEN` need not be expected.
    var isRelaxed = false

    init(
        _ title: String, at place: TestPlace, makeEnvironment: @escaping () -> CoreEnvironment? = { nil },
        make: @escaping () -> Bench
    ) {
        self.title = title
        self.place = place
        self.makeEnvironment = makeEnvironment
        self.make = make
    }

    /// The words of the story, a line each, without running it: no object under test is made.
    var acceptanceCriteria: String {
        var log = TestLog()
        let environment = makeEnvironment()
        environment?.enter()
        defer { environment?.leave() }
        log.append(.given, title)
        for step in steps { log.append(step.word, step.title()) }
        return log.description
    }
}
