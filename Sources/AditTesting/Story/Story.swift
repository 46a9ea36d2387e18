/// A story of something: what is given, and what happens then. It is a value, and nothing of it happens before it is
/// told.
struct Story<Bench: StoryBench> {
    /// What is given, in words.
    let title: String
    /// Where it is given in the test.
    let place: TestPlace
    /// Makes it.
    let make: () -> Bench
    var steps: [StoryStep<Bench>] = []
    /// Whether outputs of a `WHEN` may go unmentioned.
    var isRelaxed = false

    init(_ title: String, at place: TestPlace, make: @escaping () -> Bench) {
        self.title = title
        self.place = place
        self.make = make
    }
}
