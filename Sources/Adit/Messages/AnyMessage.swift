/// A type-erased message: the queues and the loop of a core handle it without the app's types.
@usableFromInline
package class AnyMessage {
    @usableFromInline
    init() {}

    /// Swift's description of the message.
    package var description: String { "" }

    /// Returns the message.
    ///
    /// - Parameter type: the type of the app's messages. Every message in a core is of that type.
    @inlinable
    package final func message<M>(as type: M.Type) -> M { box(of: type).message }

    /// Returns the message's box.
    @inlinable
    package final func box<M>(of type: M.Type) -> MessageBox<M> { unsafeDowncast(self, to: MessageBox<M>.self) }
}

/// A message in a heap box.
@usableFromInline
package final class MessageBox<M>: AnyMessage {
    @usableFromInline let message: M

    @inlinable
    package init(_ message: M) {
        self.message = message
        super.init()
    }

    package override var description: String { "\(message)" }
}
