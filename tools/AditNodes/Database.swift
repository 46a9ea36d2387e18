import Glibc

/// A connection to a database that is made anew when it is lost. One thread at a time; its calls wait for the database.
final class Database {
    /// The rows of a statement, and how many rows it has changed.
    struct Rows {
        let rows: [[String?]]
        let changed: Int
        var first: [String?]? { rows.first }
    }

    private let library: LibPQ
    private let address: String
    private var handle: OpaquePointer?

    /// How long a statement may take, in milliseconds.
    private let longestStatement: Int

    /// - Parameters:
    ///   - address: as libpq takes it: `postgresql://host/name`.
    ///   - longestStatement: how long a statement may take, in milliseconds.
    /// - Throws: ``DatabaseError`` if there is no libpq.
    init(_ address: String, longestStatement: Int) throws(DatabaseError) {
        library = try LibPQ.load()
        (self.address, self.longestStatement) = (address, longestStatement)
    }

    deinit { close() }

    private func close() {
        if let handle { library.finish(handle) }
        handle = nil
    }

    /// Runs a statement; its parameters are texts.
    ///
    /// - Throws: ``DatabaseError`` if the database cannot be reached or refuses. What is lost with the connection is rolled back,
    ///   unless it was a `COMMIT`.
    @discardableResult
    func run(_ statement: String, _ parameters: [String] = []) throws(DatabaseError) -> Rows {
        let handle = try connected()
        let result = withTexts(parameters) {
            library.run(handle, statement, Int32(parameters.count), nil, $0, nil, nil, 0)
        }
        defer { library.clear(result) }
        let status = library.resultStatus(result)
        guard status == LibPQ.commandIsFine || status == LibPQ.rowsAreFine else {
            let reason = text(library.resultError(result)) ?? text(library.errorMessage(handle)) ?? "no answer"
            if library.status(handle) != LibPQ.connectionIsFine { close() }
            throw DatabaseError(reason)
        }
        let columns = library.columnCount(result)
        let rows = (0..<library.rowCount(result)).map { row in
            (0..<columns).map { column -> String? in
                library.isNull(result, row, column) != 0
                    ? nil : library.value(result, row, column).map { String(cString: $0) }
            }
        }
        return Rows(rows: rows, changed: library.changedRows(result).flatMap { Int(String(cString: $0)) } ?? 0)
    }

    /// Runs statements in a transaction.
    func transaction<R>(_ body: () throws(DatabaseError) -> R) throws(DatabaseError) -> R {
        do throws(DatabaseError) { try run("BEGIN") } catch {
            // A connection that was lost since its last use.
            guard handle == nil else { throw error }
            try run("BEGIN")
        }
        do throws(DatabaseError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A connection that is in doubt is not used again.
            if (try? run("ROLLBACK")) == nil { close() }
            throw error
        }
    }

    private func connected() throws(DatabaseError) -> OpaquePointer {
        if let handle { return handle }
        let parameters: [(key: String, value: String)] = [
            ("fallback_application_name", "adit serve"),
            ("connect_timeout", "5"),
            ("tcp_user_timeout", "\(longestStatement + 1000)"),
            ("target_session_attrs", "read-write"),
            // Behind those that it may override.
            ("dbname", address),
            ("client_encoding", "UTF8"),
        ]
        let handle = withTexts(parameters.map(\.key)) { keys in
            withTexts(parameters.map(\.value)) { library.connect(keys, $0, 1) }
        }
        guard let handle, library.status(handle) == LibPQ.connectionIsFine else {
            let reason = text(library.errorMessage(handle)) ?? "no memory is left"
            library.finish(handle)
            throw DatabaseError(reason)
        }
        // Its notices are for psql.
        _ = library.setNoticeReceiver(handle, { _, _ in }, nil)
        self.handle = handle
        try run("SET statement_timeout = \(longestStatement)")
        try run("SET idle_in_transaction_session_timeout = \(longestStatement)")
        return handle
    }

    /// A text of libpq in one line.
    private func text(_ text: UnsafePointer<CChar>?) -> String? {
        let words = text.map { String(cString: $0).split(whereSeparator: \.isWhitespace).joined(separator: " ") } ?? ""
        return words.isEmpty ? nil : words
    }

    /// Lends texts, with a null pointer behind them.
    private func withTexts<R>(_ texts: [String], _ body: (LibPQ.Texts) -> R) -> R {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { UnsafePointer($0) } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
