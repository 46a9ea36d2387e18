/// A gateway that a host serves.
struct Gateway: Sendable {
    let name: String
    let doc: String
    let request: Shape
    /// The shape of the replies; nil if none is expected.
    let reply: Shape?
    /// How many replies are expected.
    let replies: Replies

    /// The types that it mentions.
    var names: [String] { request.names + (reply?.names ?? []) }

    enum Replies: Sendable { case none, one, many }
}
