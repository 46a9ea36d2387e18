/// A message whose type only its app knows: what the queues and the loop of a core handle, whatever the app is.
@usableFromInline
package class AnyMessage {
    @usableFromInline
    init() {}

    /// The message itself.
    ///
    /// - Parameter type: the type of the app's messages. Every message in a core is of that type.
    @inlinable
    package final func message<M>(as type: M.Type) -> M { box(of: type).message }

    /// The message in its memory.
    @inlinable
    package final func box<M>(of type: M.Type) -> MessageBox<M> { unsafeDowncast(self, to: MessageBox<M>.self) }
}

/// A message in memory of its own.
@usableFromInline
package final class MessageBox<M>: AnyMessage {
    @usableFromInline let message: M

    @inlinable
    package init(_ message: M) {
        self.message = message
        super.init()
    }
}
