import Adit
import AditJSON

extension Config {
    /// The store of a core's state.
    @Model
    package struct Store {
        package let path: FilePath
        package var durability: Durability = .full
        package var retention: Retention = Retention()
        /// The redelivery of output that the host has not acknowledged; nil if disabled.
        package let redelivery: Redelivery?
        /// The memory of handled messages with an @id, which are not handled again; nil if disabled.
        package let once: Once?
        /// Whether to check the store without opening a core.
        package var check = false
        /// The file for the recoverable data of a damaged store, which is not opened then; nil to open the store.
        package let repair: FilePath?

        package enum Durability: String { case full, normal }

        /// The redelivery of output that the host has not acknowledged.
        package struct Redelivery {
            /// How the host acknowledges a message: by @heard, or by driving the core again after its delivery.
            package var acknowledged: Acknowledgement = .host
            /// The maximum size of the kept messages in bytes; the oldest are dropped first.
            package var bytes: Bound<Int64> = Bound(16 << 20)

            init() {}
        }

        package enum Acknowledgement: String { case host, automatic }

        /// The memory of handled messages with an @id.
        package struct Once {
            /// The maximum number of messages.
            package var count: Bound<Int32> = Bound(10_000)
            /// Their maximum age in seconds; nil for no limit.
            package var seconds: Bound<Int32>?

            init() {}
        }

        /// The amount of the journal that is kept.
        package struct Retention {
            /// The size of the entries in bytes.
            package var bytes: Count = Count(16 << 20)
            /// The maximum age of an entry in seconds; nil for no limit.
            package var seconds: Count?

            init() {}
        }
    }
}
