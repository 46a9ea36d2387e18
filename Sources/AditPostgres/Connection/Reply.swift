import AditState
import CPostgres

/// The answer to a statement. It owns its memory.
struct Reply: ~Copyable {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var status: ExecStatusType { PQresultStatus(handle) }

    /// Whether the statement was run.
    var isDone: Bool { [PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE].contains(status) }

    /// What was run, with the number of rows, such as `COMMIT` or `UPDATE 1`.
    var command: String { String(cString: PQcmdStatus(handle)) }

    /// The number of rows that were written.
    var written: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// The number of rows in the answer.
    var count: Int { Int(PQntuples(handle)) }

    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(handle, Int32(row), Int32(column)) == 1 }

    /// A column as text, valid as long as the reply.
    func text(_ row: Int, _ column: Int) -> RowText {
        let start = UnsafeRawPointer(PQgetvalue(handle, Int32(row), Int32(column)))
        let count = Int(PQgetlength(handle, Int32(row), Int32(column)))
        return RowText(UnsafeRawBufferPointer(start: start, count: count))
    }

    func integer(_ row: Int, _ column: Int) -> Int64 { Int64(text(row, column).string) ?? 0 }

    func checksum(_ row: Int, _ column: Int) -> UInt64 { UInt64(bitPattern: integer(row, column)) }

    /// The kind of an error, such as `55P03` (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
    var code: String { field("C") }

    /// Whether it is no answer of the database to a statement: an error that ends the connection, or one that libpq has
    /// made of a lost connection. It says nothing about a commit.
    var isFatal: Bool { !isDone && status != PGRES_PIPELINE_ABORTED && field("V") != "ERROR" }

    /// The error in one line.
    var message: String { field("M") }

    /// A field of an error, by the letters of the protocol
    /// (<https://www.postgresql.org/docs/current/protocol-error-fields.html>).
    private func field(_ letter: Unicode.Scalar) -> String {
        PQresultErrorField(handle, Int32(letter.value)).map { String(cString: $0) } ?? ""
    }
}
