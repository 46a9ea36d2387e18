import Adit
import AditJSON
import CAdit

/// A core in the hands of a host: what ``CoreHandle`` drives, whatever the app's types are.
protocol HostedCore: AnyObject {
    /// Who keeps the tickets of calls.
    var calls: (any CallKeeper)? { get set }

    /// Parses and decodes a host's text and puts it into the queue. Any thread.
    ///
    /// - Returns: its number in the queue.
    func enqueue(_ text: UnsafeRawBufferPointer, ticket: CallTicket?) throws(Refusal) -> Int

    /// The number of the last message in the queue. Any thread.
    var lastQueued: Int { get }
    /// Whether messages wait in the queue. Any thread.
    var hasQueued: Bool { get }

    /// Handles the next message in the queue, unless its number is over `number`. The core's loop.
    ///
    /// - Returns: false where there was none.
    func handleNext(through number: Int) -> Bool

    /// Whether the batch should end now.
    var isBatchFull: Bool { get }

    /// Ends the batch: what came of it may be heard. The core's loop.
    func endBatch()

    /// Closes: what waits is answered with an `@error`, `@closed` comes last. The core's loop.
    func close()

    /// Whether ``close()`` has run, or `@close` was handled.
    var isClosed: Bool { get }
}

/// What a core asks of the handle that drives it.
protocol CallKeeper: AnyObject {
    /// A call's message is about to be handled; false where the call was given up.
    func begin(_ ticket: CallTicket) -> Bool
    /// A call's message has been handled, and the messages of `buffer` from `start` on came of it. They are the call's,
    /// unless it has been given up.
    func complete(_ ticket: CallTicket, _ buffer: MessageBuffer, from start: Int)
}
