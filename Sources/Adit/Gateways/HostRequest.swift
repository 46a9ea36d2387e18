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

    package init(id: String, gateway: String, request: String, masked: String?, replies: Replies) {
        (self.id, self.gateway, self.request, self.masked, self.replies) = (id, gateway, request, masked, replies)
    }
}
