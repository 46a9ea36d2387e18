import AditState
import CSQLite

/// Checks that the SQLite of this process has what the store needs.
///
/// The system's library is linked, but a host that exports functions of the same names, as many do that have a copy of SQLite linked in,
/// replaces those of every library in its process. Their version is known only here.
///
/// - Parameter name: the name of the database in failures.
func checkSQLite(for name: String) throws(StorageFailure) {
    let version = sqlite3_libversion_number()
    let expected =
        if version < 3_040_000 {
            "found SQLite \(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000); 3.40 or newer is expected"
        } else if sqlite3_threadsafe() == 0 {
            "found an SQLite for one thread only (SQLITE_THREADSAFE=0); one for several threads is expected"
        } else {
            ""
        }
    if expected.isEmpty { return }
    throw StorageFailure(
        .failed,
        "\(name) could not be opened: \(expected) (a host that exports functions of SQLite replaces those of libsqlite3.so.0)"
    )
}
