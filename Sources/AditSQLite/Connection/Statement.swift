import AditJSON
import AditState
import CSQLite

/// A prepared statement for repeated use.
///
/// Texts are bound without a copy: they must stay in memory until the statement has run.
package final class Statement {
    private let handle: OpaquePointer
    private let database: Database
    // Accesses last for one statement each, so they cannot overlap.
    @exclusivity(unchecked) private var bindResult = SQLITE_OK

    init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    // A closed connection has finalized its statements.
    deinit { if database.isOpen { sqlite3_finalize(handle) } }

    @inline(__always)
    package func bind(_ index: Int32, _ number: Int64) { record(sqlite3_bind_int64(handle, index, number)) }

    /// Binds a checksum.
    @inline(__always)
    func bind(_ index: Int32, checksum: UInt64) { bind(index, Int64(bitPattern: checksum)) }

    /// Binds a text without a copy. It must stay in memory until the statement has run.
    @inline(__always)
    func bind(_ index: Int32, _ text: RowText) {
        // A null pointer would be NULL.
        let start = text.bytes.baseAddress ?? UnsafeRawPointer(emptyText.utf8Start)
        let bytes = start.assumingMemoryBound(to: CChar.self)
        record(sqlite3_bind_text64(handle, index, bytes, UInt64(text.bytes.count), nil, UInt8(SQLITE_UTF8)))
    }

    /// Binds a copy of a text.
    package func bind(_ index: Int32, _ text: String) {
        record(sqlite3_bind_text64(handle, index, text, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8)))
    }

    @inline(__always)
    private func record(_ code: Int32) {
        if code != SQLITE_OK { bindResult = code }
    }

    /// Runs the statement, and discards its rows.
    func run(_ what: StaticString = "could not be written") throws(StorageFailure) {
        while try step(what) {}
    }

    /// Steps to the next row. After the last one, the statement is ready for the next run.
    ///
    /// - Returns: whether there is a row.
    package func step(_ what: StaticString = "could not be read") throws(StorageFailure) -> Bool {
        guard database.isOpen else { throw StorageFailure(.failed, "\(database.name) is closed") }
        let code = bindResult == SQLITE_OK ? sqlite3_step(handle) : bindResult
        if code == SQLITE_ROW { return true }
        defer { reset() }
        if code != SQLITE_DONE { throw database.failure(code, "\(what)") }
        return false
    }

    /// Resets the statement before its last row.
    package func reset() {
        if database.isOpen { sqlite3_reset(handle) }
        bindResult = SQLITE_OK
    }

    /// A column of the present row.
    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    package func isInteger(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_INTEGER }

    /// Returns a column with a checksum.
    func checksum(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }

    /// A column of the present row, valid until the next step.
    package func text(_ column: Int32) -> RowText {
        // As a blob, so that SQLite does not append a NUL, which would cost a copy. The pointer must be read before the
        // count.
        let start = sqlite3_column_blob(handle, column)
        return RowText(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Runs to the first row, and returns the result of `body`; nil without a row.
    func first<R>(_ body: (Statement) -> R) throws(StorageFailure) -> R? {
        guard try step() else { return nil }
        defer { reset() }
        return body(self)
    }
}

private let emptyText: StaticString = ""
/// `SQLITE_TRANSIENT`, a macro that Swift cannot import.
private nonisolated(unsafe) let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
