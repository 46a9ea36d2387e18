import Adit

/// Where dates and ids come from. Any thread: a message is read on the thread that sends it.
public struct Sources: Sendable {
    public var now: @Sendable () -> Timestamp
    public var makeID: @Sendable () -> UUID

    public init(now: @escaping @Sendable () -> Timestamp, makeID: @escaping @Sendable () -> UUID) {
        self.now = now
        self.makeID = makeID
    }

    /// The system's clock and randomness.
    public static let system = Sources(now: { .now }, makeID: { UUID() })
}

extension Sources {
    // Every text is a key: this is never nil.
    private static let key = CodingUserInfoKey(rawValue: "Todo.Sources")

    /// What brings these sources to the `init(from:)` of a model.
    var userInfo: [CodingUserInfoKey: any Sendable] { Sources.key.map { [$0: self] } ?? [:] }

    /// The sources that came with a decoder; those of the system where none did.
    init(of decoder: any Decoder) {
        self = Sources.key.flatMap { decoder.userInfo[$0] as? Sources } ?? .system
    }
}
