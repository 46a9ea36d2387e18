import AditState
import CSQLite

/// Loads SQLite's library unless it is loaded.
///
/// - Parameter name: the name of the database in failures.
func loadSQLite(for name: String) throws(StorageFailure) {
    let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { reason in
        adit_sqlite_load(reason.baseAddress, reason.count)
            ? nil : String(decoding: UnsafeRawBufferPointer(reason).prefix { $0 != 0 }, as: UTF8.self)
    }
    guard let reason else { return }
    throw StorageFailure(
        .failed,
        "\(name) could not be opened: SQLite 3.40 or newer is expected (on Debian: the package libsqlite3-0): \(reason)"
    )
}
