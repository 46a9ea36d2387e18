/// What a story is played on: the thing under test, and what was heard of it.
protocol StoryBench: AnyObject {
    /// Whether outputs of a `WHEN` may go unmentioned.
    var isRelaxed: Bool { get set }

    /// Forgets what has come of the last `WHEN` that no `THEN` has spoken of.
    ///
    /// - Returns: what of it should have been spoken of, in words.
    func takeUnspoken() -> [String]

    /// A `WHEN` is over, or the `GIVEN`: what has begun since the last one has begun there.
    func noteBeginnings(_ origin: StoryOrigin)

    /// Ends the thing under test.
    ///
    /// - Returns: what should have ended by itself, in words, and where it has begun.
    func end() -> [(text: String, origin: StoryOrigin?)]

    /// Objects that must be released when the story is over and the bench is gone.
    var parts: [StoryPart] { get }
}

/// The step of a story by which something has begun.
struct StoryOrigin {
    /// `WHEN: userTapsChangeEmailButton`
    let title: String
    let place: TestPlace
    /// Its place in the log.
    let entry: Int
}

/// A part of the thing under test, which is not held here.
struct StoryPart {
    private let type: String
    private weak var object: AnyObject?

    init(_ object: AnyObject) {
        type = "\(Swift.type(of: object))"
        self.object = object
    }

    /// The type of a part that is still alive; nil of one that is gone.
    var typeIfAlive: String? { object == nil ? nil : type }
}
