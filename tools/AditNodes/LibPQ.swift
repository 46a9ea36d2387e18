import Glibc

/// The functions of libpq that are used here, found while the program runs.
///
/// Only a database needs libpq, so the program is not linked to it. Any thread.
struct LibPQ: Sendable {
    typealias Texts = UnsafePointer<UnsafePointer<CChar>?>

    let connect: @convention(c) @Sendable (Texts, Texts, Int32) -> OpaquePointer?
    let status: @convention(c) @Sendable (OpaquePointer?) -> Int32
    let errorMessage: @convention(c) @Sendable (OpaquePointer?) -> UnsafePointer<CChar>?
    let finish: @convention(c) @Sendable (OpaquePointer?) -> Void
    let setNoticeReceiver:
        @convention(c) @Sendable (
            OpaquePointer?, (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void)?,
            UnsafeMutableRawPointer?
        ) -> UnsafeMutableRawPointer?
    let run:
        @convention(c) @Sendable (
            OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafePointer<UInt32>?, Texts?, UnsafePointer<Int32>?,
            UnsafePointer<Int32>?, Int32
        ) -> OpaquePointer?
    let resultStatus: @convention(c) @Sendable (OpaquePointer?) -> Int32
    let resultError: @convention(c) @Sendable (OpaquePointer?) -> UnsafePointer<CChar>?
    let rowCount: @convention(c) @Sendable (OpaquePointer?) -> Int32
    let columnCount: @convention(c) @Sendable (OpaquePointer?) -> Int32
    let value: @convention(c) @Sendable (OpaquePointer?, Int32, Int32) -> UnsafePointer<CChar>?
    let isNull: @convention(c) @Sendable (OpaquePointer?, Int32, Int32) -> Int32
    let changedRows: @convention(c) @Sendable (OpaquePointer?) -> UnsafePointer<CChar>?
    let clear: @convention(c) @Sendable (OpaquePointer?) -> Void

    // Numbers of libpq-fe.h that never change.

    /// `CONNECTION_OK`, `PGRES_COMMAND_OK`, `PGRES_TUPLES_OK`.
    static let (connectionIsFine, commandIsFine, rowsAreFine): (Int32, Int32, Int32) = (0, 1, 2)

    /// Loads the library.
    ///
    /// - Throws: ``DatabaseError`` that says what to install.
    static func load() throws(DatabaseError) -> LibPQ {
        guard let handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL) else {
            let reason = String(cString: dlerror())
            throw DatabaseError("\(reason). PostgreSQL's library is needed: apt-get install libpq5")
        }
        return try LibPQ(handle)
    }

    private init(_ handle: UnsafeMutableRawPointer) throws(DatabaseError) {
        func function<T>(_ name: String) throws(DatabaseError) -> T {
            guard let symbol = dlsym(handle, name) else {
                throw DatabaseError("libpq.so.5: there is no \(name) in it; PostgreSQL's library is expected")
            }
            // POSIX has it that a pointer to a function fits; the type is that of libpq-fe.h.
            return unsafeBitCast(symbol, to: T.self)
        }
        connect = try function("PQconnectdbParams")
        status = try function("PQstatus")
        errorMessage = try function("PQerrorMessage")
        finish = try function("PQfinish")
        setNoticeReceiver = try function("PQsetNoticeReceiver")
        run = try function("PQexecParams")
        resultStatus = try function("PQresultStatus")
        resultError = try function("PQresultErrorMessage")
        rowCount = try function("PQntuples")
        columnCount = try function("PQnfields")
        value = try function("PQgetvalue")
        isNull = try function("PQgetisnull")
        changedRows = try function("PQcmdTuples")
        clear = try function("PQclear")
    }
}

/// Why the database did not do what was asked: what was found, and what is expected.
public struct DatabaseError: Error, CustomStringConvertible {
    public let text: String
    public var description: String { text }

    init(_ text: String) { self.text = text }
}
