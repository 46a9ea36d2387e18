import Adit
import AditJSON

extension Config {
    /// The store of a core's state.
    @Model
    package struct Store {
        package let path: FilePath
        package var durability: Durability = .full
        package var retention: Retention = Retention()
        /// Whether to check the store without opening a core.
        package var check = false
        /// The file for the recoverable data of a damaged store, which is not opened then; nil to open the store.
        package let repair: FilePath?

        package enum Durability: String { case full, normal }

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
