import AditJSON
import AditState
import CSQLite

/// The checksum of all rows of a state: the sum of their checksums, which each batch writes with its head. It detects
/// missing rows as well as changed ones.
///
/// Statements that change or remove rows report the old checksums by SQL functions, without an additional statement.
final class StateChecksum {
    // Accesses last for one statement each.
    /// The sum of the present rows, also within a transaction. Wraps around.
    @exclusivity(unchecked) var total: UInt64 = 0
    /// Whether rows have checksums: false for a file of the first format.
    @exclusivity(unchecked) var isStored = true

    /// Defines the SQL functions of a connection, which retains this object.
    init(of database: Database) throws(StorageFailure) {
        /// Removes a row with this checksum. Returns true.
        try define("adit_removed", 1, in: database) { context, _, values in
            context.checksum?.total &-= values.checksum(0)
            sqlite3_result_int(context, 1)
        }
        /// Replaces the text of an element. Arguments: the old checksum, the place, the new checksum without a place,
        /// and the table's seed. Returns the new checksum.
        try define("adit_replaced", 4, in: database) { context, _, values in
            let place = RowChecksum.place(values.integer(1), seed: values.checksum(3))
            context.replace(values.checksum(0), by: values.checksum(2) &+ place)
        }
        /// Moves an element. Arguments: the old checksum, the old and the new place, and the table's seed. Returns the
        /// new checksum.
        try define("adit_moved", 4, in: database) { context, _, values in
            let (old, seed) = (values.checksum(0), values.checksum(3))
            let (from, to) = (RowChecksum.place(values.integer(1), seed: seed), values.integer(2))
            context.replace(old, by: old &- from &+ RowChecksum.place(to, seed: seed))
        }
        /// Returns the checksum of a member without one, given its path and value.
        try define("adit_member", 2, in: database) { context, _, values in
            context.replace(0, by: RowChecksum.member(values.text(0), values.text(1)))
        }
        /// Returns the checksum of an element without one, given its place, id and value, and the table's seed.
        try define("adit_element", 4, in: database) { context, _, values in
            let seed = values.checksum(3)
            let element = RowChecksum.element(values.text(1), values.text(2), seed: seed)
            context.replace(0, by: element &+ RowChecksum.place(values.integer(0), seed: seed))
        }
        /// Returns the checksum of a row of the journal, given its numbers and entries.
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

/// The context of a call of an SQL function.
extension OpaquePointer? {
    fileprivate var checksum: StateChecksum? {
        sqlite3_user_data(self).map { Unmanaged<StateChecksum>.fromOpaque($0).takeUnretainedValue() }
    }

    fileprivate func replace(_ old: UInt64, by new: UInt64) {
        checksum?.total &+= new &- old
        sqlite3_result_int64(self, Int64(bitPattern: new))
    }
}

/// The arguments of an SQL function: as many as it was defined with.
extension UnsafeMutablePointer<OpaquePointer?>? {
    fileprivate func integer(_ index: Int) -> Int64 { self.map { sqlite3_value_int64($0[index]) } ?? 0 }

    fileprivate func checksum(_ index: Int) -> UInt64 { UInt64(bitPattern: integer(index)) }

    /// Returns a text argument, valid until the function returns.
    fileprivate func text(_ index: Int) -> UnsafeRawBufferPointer {
        guard let values = self else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let start = sqlite3_value_blob(values[index])
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[index])))
    }
}
