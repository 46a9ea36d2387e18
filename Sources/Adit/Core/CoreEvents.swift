/// What a core tells while it handles messages.
package struct CoreEvents {
    /// A message that was put out is about to be handled. What this throws makes it fail unhandled.
    package var announce: (AnyMessage) throws -> Void
    /// What a message asked of the host, once it has succeeded.
    package var request: (HostRequest) -> Void
    /// A message failed, or its cascade was cut off at it.
    package var fail: (AnyMessage, CoreFailure) -> Void

    package init(
        announce: @escaping (AnyMessage) throws -> Void = { _ in }, request: @escaping (HostRequest) -> Void = { _ in },
        fail: @escaping (AnyMessage, CoreFailure) -> Void
    ) {
        self.announce = announce
        self.request = request
        self.fail = fail
    }
}
