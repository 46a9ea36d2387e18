import AditJSON
import AditState

/// A row of the journal without its entries.
struct JournalRow {
    var number: Int64
    /// The head that was written with it.
    var head: StorageHead
    /// The checksum of the state's rows at that time; unknown for rows from before checksums.
    var state: UInt64
    /// Milliseconds since 1970.
    var time: Int64
    /// The positions of its entries in everything that the journal ever had, so that the kept size is a difference of
    /// two numbers.
    var begins: Int64
    var ends: Int64

    func checksum(_ entries: RowText) -> UInt64 {
        RowChecksum.entries(
            number, Int64(head.revision), Int64(head.opens), time, begins, ends, Int64(bitPattern: state), entries.bytes
        )
    }
}
