/// The messages of one direction.
struct Messages: Sendable {
    /// The messages of the app, and then Adit's own.
    let cases: [Case]
    /// The keys that may stand beside every message.
    let beside: [Member]
    /// The keys that may stand beside the app's messages only.
    let besideOwn: [Member]

    var all: [Member] { beside + besideOwn }

    func members(beside message: Case) -> [Member] { message.key.hasPrefix("@") ? beside : all }
}
