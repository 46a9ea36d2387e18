/// A bench that runs a story: the object under test, and its recorded output.
protocol StoryBench: AnyObject {
    /// Whether outputs of a `WHEN` need not be expected.
    var isRelaxed: Bool { get set }

    /// Discards the output of the last `WHEN` that no `THEN` expected.
    ///
    /// - Returns: failures for the output that is not optional, in words.
    func removeUnexpected() -> [String]

    /// Ends a `WHEN` or the `GIVEN`: records the step as the origin of the effects that have started since the last
    /// call.
    func recordBeginnings(_ origin: StoryOrigin)

    /// Ends the object under test.
    ///
    /// - Returns: the effects and timers that should have ended, in words, and the steps that started them.
    func end() -> [(text: String, origin: StoryOrigin?)]

    /// Objects that must be released when the story has ended and the bench is released.
    var parts: [StoryPart] { get }
}

/// The step of a story that caused an output or started an effect.
struct StoryOrigin {
    /// `WHEN: userTapsChangeEmailButton`
    let title: String
    let place: TestPlace
    /// Its index in the log.
    let entry: Int
}

/// A weak reference to a part of the object under test.
struct StoryPart {
    private let type: String
    private weak var object: AnyObject?

    init(_ object: AnyObject) {
        type = "\(Swift.type(of: object))"
        self.object = object
    }

    /// The type of the part if it is still alive; otherwise nil.
    var typeIfAlive: String? { object == nil ? nil : type }
}
