/// A story: an object under test, and the steps of the test. A value; nothing runs until ``tell()``.
struct Story<Bench: StoryBench> {
    /// The object under test, in words.
    let title: String
    /// The place of `GIVEN` in the test.
    let place: TestPlace
    /// Makes the bench.
    let make: () -> Bench
    var steps: [StoryStep<Bench>] = []
    /// Whether outputs of a `WHEN` need not be expected.
    var isRelaxed = false

    init(_ title: String, at place: TestPlace, make: @escaping () -> Bench) {
        self.title = title
        self.place = place
        self.make = make
    }
}
