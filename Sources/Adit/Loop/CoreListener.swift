import AditJSON

/// Who hears what a core tells while it handles messages. The core's loop.
@usableFromInline
package protocol CoreListener: AnyObject {
    /// What the present message came of; nil where that has no name.
    var cause: Cause? { get set }

    /// A message that was put out is about to be handled. What this throws makes it fail unhandled.
    ///
    /// The message is lent, and not boxed as it is in a queue: there are many of these, and most are only written.
    ///
    /// - Parameters:
    ///   - direction: whether a host hears it.
    ///   - write: writes the message.
    func announce<M>(
        _ message: M, _ direction: MessageDirection, by write: (M, JSONWriter) throws(CodingFailure) -> Void
    ) throws

    /// What a message asked of the host, once it has succeeded.
    func request(_ request: HostRequest)

    /// Nobody waits for the answer to a request any more.
    func cancel(_ request: HostRequest)

    /// A batch of a state that is kept elsewhere, too, has ended well: what was told of it may be heard.
    func keepBatch()

    /// Such a batch could not be written, and its changes are undone: what was told since the last batch's end is not
    /// to be heard.
    func loseBatch(_ error: any Error)

    /// Nobody handles a message from outside: no receiver, and no feature that is there for its case.
    func tellUnhandled(_ message: AnyMessage)

    /// A message failed, or its cascade was cut off at it; nil: an effect failed.
    func fail(_ message: AnyMessage?, _ failure: CoreFailure)
}

extension CoreListener {
    @usableFromInline
    package func tellUnhandled(_: AnyMessage) {}
}

/// Why a message failed in a core.
@usableFromInline
package enum CoreFailure: Error {
    /// Its handling threw, or the effect did.
    case thrown(any Error)
    /// Announcing it threw: it was not handled.
    case unannounced(any Error)
    /// Its cascade passed a bound.
    case cutOff(CascadeLimit)
    /// It asked for more effects than may be in flight.
    case overrun(EffectLimit)
}
