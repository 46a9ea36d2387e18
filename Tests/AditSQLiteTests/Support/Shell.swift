import CSQLite
import Glibc

@testable import AditSQLite

/// Somebody else who has the file open: SQLite alone, as its shell is.
final class Shell {
    private var handle: OpaquePointer?

    init(_ path: String, readOnly: Bool = false) {
        sqlite3_open_v2(path, &handle, readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE, nil)
    }

    deinit { close() }

    func close() {
        sqlite3_close(handle)
        handle = nil
    }

    /// Runs statements.
    ///
    /// - Returns: whether all went well.
    @discardableResult
    func run(_ sql: String) -> Bool { sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK }

    /// The first column of the rows.
    func rows(_ sql: String) -> [String] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v3(handle, sql, -1, 0, &statement, nil) == SQLITE_OK else {
            return ["no such statement: \(sql)"]
        }
        defer { sqlite3_finalize(statement) }
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(text(statement) ?? "NULL")
        }
        return rows
    }

    /// The first column of the row as text; nil for NULL.
    private func text(_ row: OpaquePointer?) -> String? {
        guard sqlite3_column_type(row, 0) != SQLITE_NULL else { return nil }
        // In this order: to ask for the bytes makes a text of a number.
        let bytes = sqlite3_column_blob(row, 0)
        return String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(row, 0))), as: UTF8.self)
    }

    /// What is wrong with the file.
    var faults: [String] { rows("PRAGMA integrity_check").filter { $0 != "ok" } }
}

/// Runs a program in another process.
///
/// - Returns: its exit status.
func run(_ arguments: String...) -> Int32 {
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    guard posix_spawnp(&process, arguments[0], nil, nil, &pointers, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
}
