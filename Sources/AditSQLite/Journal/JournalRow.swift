import AditJSON
import AditState

/// A row of the journal without its entries.
struct JournalRow {
    var number: Int64
    /// What was written with it.
    var head: StorageHead
    /// The checksum of the state's rows then; not known of rows that were written when there was none.
    var state: UInt64
    /// Milliseconds since 1970.
    var time: Int64
    /// Where its entries begin and end in all that the journal ever had, so that what is kept is a difference of two
    /// numbers.
    var begins: Int64
    var ends: Int64

    func checksum(_ entries: RowText) -> UInt64 {
        RowChecksum.entries(
            number, Int64(head.revision), Int64(head.opens), time, begins, ends, Int64(bitPattern: state), entries.bytes
        )
    }
}
