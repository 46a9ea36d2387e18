import Adit
import AditJSON

extension Config {
    /// The limits of a core.
    @Model
    package struct Limits {
        /// Bytes of a message.
        package var message: Bound<Int32> = Bound(16 << 20)
        /// Values in a message: strings, numbers, objects, arrays, and the like.
        package var values: Bound<Int32> = Bound(1_000_000)
        /// Levels of objects and arrays in a message.
        package var depth: Depth = Depth(64)
        /// Queued messages.
        package var queue: Bound<Int32> = Bound(1_000_000)
        /// Bytes of queued messages.
        package var queueBytes: Bound<Int64> = Bound(256 << 20)
        /// Messages that wait to be received, in pull mode.
        package var outbox: Bound<Int32> = Bound(100_000)
        /// Bytes of the messages that wait to be received or, in callback mode, to be delivered.
        package var outboxBytes: Bound<Int64> = Bound(256 << 20)
        /// Effects in flight.
        package var effects: Bound<Int32> = Bound(100_000)
        /// Handled messages in a batch.
        package var batch: Bound<Int32> = Bound(256)
        /// Messages that one message may cause.
        package var cascade: Bound<Int32> = Bound(1_000_000)
        /// Subscriptions to parts of the state.
        package var subscriptions: Bound<Int32> = Bound(100_000)
        /// Steps of one `adit_process`: messages of the host, jobs of effects, timers; nil for no limit.
        package var processSteps: Bound<Int32>?
        /// Milliseconds after which one `adit_process` ends with the batch; nil for no limit.
        package var processMilliseconds: Bound<Int32>?

        init() {}
    }
}
