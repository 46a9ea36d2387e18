import AditJSON
import AditState
import CSQLite

/// The checksum of all rows of a state: the sum of theirs, which each batch writes with its head. So a row that is gone
/// is noticed as well as one that is not as it was written.
///
/// Statements that change or remove rows tell it by functions of SQL what the rows had, which costs no statement more.
final class StateChecksum {
    /// That of the rows as they are, within a transaction too. Wraps around.
    @exclusivity(unchecked) var total: UInt64 = 0
    /// Whether rows have checksums; those of a file of the first format have none.
    var isStored = true

    /// Defines the functions for a connection, which keeps this alive.
    init(of database: Database) throws(StorageFailure) {
        /// A row goes that had this checksum. True.
        try define("adit_removed", 1, in: database) { context, _, values in
            context.checksum?.total &-= values.checksum(0)
            sqlite3_result_int(context, 1)
        }
        /// An element with the checksum and the place gets another text, of which the checksum without a place is
        /// given, and the seed of its table. Its checksum.
        try define("adit_replaced", 4, in: database) { context, _, values in
            let place = RowChecksum.place(values.integer(1), seed: values.checksum(3))
            context.replace(values.checksum(0), by: values.checksum(2) &+ place)
        }
        /// An element with the checksum and the place gets another place, in a table with the seed. Its checksum.
        try define("adit_moved", 4, in: database) { context, _, values in
            let (old, seed) = (values.checksum(0), values.checksum(3))
            let (from, to) = (RowChecksum.place(values.integer(1), seed: seed), values.integer(2))
            context.replace(old, by: old &- from &+ RowChecksum.place(to, seed: seed))
        }
        /// A member that had no checksum gets one: of its path and value.
        try define("adit_member", 2, in: database) { context, _, values in
            context.replace(0, by: RowChecksum.member(values.text(0), values.text(1)))
        }
        /// An element that had none gets one: of its place, id and value, and the seed of its table.
        try define("adit_element", 4, in: database) { context, _, values in
            let seed = values.checksum(3)
            let element = RowChecksum.element(values.text(1), values.text(2), seed: seed)
            context.replace(0, by: element &+ RowChecksum.place(values.integer(0), seed: seed))
        }
        /// Of a row of the journal: of its numbers and entries.
        try define("adit_entries", 8, in: database) { context, _, values in
            let sum = RowChecksum.entries(
                values.integer(0), values.integer(1), values.integer(2), values.integer(3), values.integer(4),
                values.integer(5), values.integer(6), values.text(7))
            sqlite3_result_int64(context, Int64(bitPattern: sum))
        }
    }

    private func define(
        _ name: String, _ count: Int32, in database: Database,
        _ function: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    ) throws(StorageFailure) {
        let code = sqlite3_create_function_v2(
            database.handle, name, count, SQLITE_UTF8 | SQLITE_DIRECTONLY, Unmanaged.passRetained(self).toOpaque(),
            function, nil, nil
        ) { if let object = $0 { Unmanaged<StateChecksum>.fromOpaque(object).release() } }
        guard code == SQLITE_OK else { throw database.failure(code, "could not be opened") }
    }
}

/// What a function of SQL is called with.
extension OpaquePointer? {
    fileprivate var checksum: StateChecksum? {
        sqlite3_user_data(self).map { Unmanaged<StateChecksum>.fromOpaque($0).takeUnretainedValue() }
    }

    fileprivate func replace(_ old: UInt64, by new: UInt64) {
        checksum?.total &+= new &- old
        sqlite3_result_int64(self, Int64(bitPattern: new))
    }
}

/// The values that a function of SQL is given: as many as it was defined with.
extension UnsafeMutablePointer<OpaquePointer?>? {
    fileprivate func integer(_ index: Int) -> Int64 { self.map { sqlite3_value_int64($0[index]) } ?? 0 }

    fileprivate func checksum(_ index: Int) -> UInt64 { UInt64(bitPattern: integer(index)) }

    /// A text, until the function ends.
    fileprivate func text(_ index: Int) -> UnsafeRawBufferPointer {
        guard let values = self else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let start = sqlite3_value_blob(values[index])
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[index])))
    }
}
