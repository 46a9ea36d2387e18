/// A request to the host.
@usableFromInline
package struct HostRequest: Sendable {
    /// The request's id: `e<opens>-<n>`.
    package let id: String
    package let gateway: String
    /// The request as JSON text.
    package let request: String
    /// The same with masks in place of secrets; nil if it has none.
    package let masked: String?
    /// The number of expected replies.
    package let replies: Replies
}
