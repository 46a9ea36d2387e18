/// A request on its way to the host.
@usableFromInline
package struct HostRequest: Sendable {
    /// The name of this piece of work: `e<opens>-<n>`.
    package let id: String
    package let gateway: String
    /// JSON text.
    package let request: String
    /// How many answers are expected.
    package let replies: Replies
}
