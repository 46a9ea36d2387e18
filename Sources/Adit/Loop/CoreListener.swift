import AditJSON

/// A listener to which a core reports its output while it handles messages. One that withdraws the output of a batch that
/// could not be written also takes part in batches (`BatchParticipant`). The core's loop.
@usableFromInline
package protocol CoreListener: AnyObject {
    /// Reports an output before it is handled. If this throws, the message fails and is not handled.
    ///
    /// The message is passed unboxed, unlike in a queue: there are many of these, and most are only written.
    ///
    /// - Parameters:
    ///   - direction: whether the host receives it.
    ///   - cause: what caused it; nil if unnamed.
    ///   - write: writes the message.
    func announce<M>(
        _ message: M, _ direction: MessageDirection, of cause: Cause?,
        by write: (M, JSONWriter) throws(CodingFailure) -> Void
    ) throws

    /// Reports a request to the host, after its message has succeeded.
    func request(_ request: HostRequest, of cause: Cause?)

    /// Reports that a request is cancelled.
    func cancel(_ request: HostRequest, of cause: Cause?)

    /// Reports a message from outside that neither a receiver nor a feature handles.
    func reportUnhandled(_ message: AnyMessage, of cause: Cause?)

    /// Reports that a message failed, or that its cascade was cut off at it; nil if an effect failed.
    func fail(_ message: AnyMessage?, _ failure: CoreFailure, of cause: Cause?)
}

extension CoreListener {
    @usableFromInline
    package func reportUnhandled(_: AnyMessage, of _: Cause?) {}
}

/// A failure of a message or an effect in a core.
// Indirect: one word, as a `CodingFailure` is.
@usableFromInline
package indirect enum CoreFailure: Error {
    /// The handling, or the effect, threw.
    case thrown(any Error)
    /// The announcement threw: the message was not handled.
    case unannounced(any Error)
    /// The cascade exceeded a limit.
    case cutOff(CascadeLimit)
    /// The effects in flight would exceed their limit.
    case overrun(EffectLimit)

    @usableFromInline
    package var error: any Error {
        switch self {
        case .thrown(let error), .unannounced(let error): error
        case .cutOff(let limit): limit
        case .overrun(let limit): limit
        }
    }
}
