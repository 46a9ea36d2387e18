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

/// The levels of objects and arrays that a message may have.
package struct Depth: WireCodable {
    package let value: Int

    // A quarter of jansson's limit, so that a thread's usual stack of 8 MiB suffices: a level of a large enum takes 8 KiB of
    // it in a debug build, read or written.
    package static let deepest = 512

    package init(_ value: Int) { self.value = value }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        value = try Bound<Int32>(reading: reader).value
        guard value <= Depth.deepest else {
            throw CodingFailure(path: "", reason: "found \(value); one from 1 to \(Depth.deepest) is expected")
        }
    }

    package func write(to writer: JSONWriter) { writer.write(value) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .integer(1...Int64(deepest)) }
}
