import AditJSON
import AditSQLite
import AditState
import CSQLite

/// A reader of a store's journal and rows for programs that show them, also while a core has the store open.
///
/// It changes nothing, lets other processes open and write the store, and checks no sums: what it shows is what is in the
/// file. One thread at a time.
final class StoreReader: HistorySource {
    /// A row of the journal.
    struct Row {
        let number: Int64
        /// The revision after its batches.
        let revision: Int
        /// Milliseconds since 1970.
        let time: Int64
    }

    let path: String
    private(set) var app = ""
    private var database: Database?
    /// Whether the file was closed when it was opened here, so that SQLite needs no files beside it.
    private var isImmutable = false
    private var size = 0
    private var statements: [ByteString: Statement] = [:]
    /// The names of the state's tables in the file, quoted, by their paths.
    private var names: [ByteString: String] = [:]

    /// - Throws: ``StorageFailure`` if it is no store, or is damaged.
    init(_ path: String) throws(StorageFailure) {
        self.path = try StorePath(path).path
        try open()
    }

    deinit { close() }

    var tables: [String] { names.keys.sorted().map(\.string) }

    private func close() {
        statements = [:]
        database?.close()
        database = nil
    }

    func reopen() throws(StorageFailure) { try open() }

    private func open() throws(StorageFailure) {
        close()
        guard let status = try? FileStatus(of: path), status.kind == .regular else {
            throw StorageFailure(.failed, "\(path) is not there, or no file; a store is expected")
        }
        size = status.size
        isImmutable = logSize == nil
        let database =
            isImmutable
            ? try Database(immutable: path)
            : try Database(opening: path, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW, name: path)
        database.retainWAL()
        database.wait(milliseconds: 500)
        app = try StoredVersion(of: database).app
        self.database = database
        names = [:]
        let parts = try database.prepare("SELECT path, name FROM part")
        while try parts.step() { names[ByteString(parts.text(0).string)] = quoted(parts.text(1).string) }
    }

    private func size(of path: String) -> Int? { (try? FileStatus(of: path))?.size }

    private var logSize: Int? { size(of: path + "-wal") }

    /// Begins to read one commit, the last one.
    func begin() throws(StorageFailure) {
        // Another process has opened or closed the store meanwhile.
        if isImmutable ? logSize != nil || size(of: path) != size : logSize == nil { try open() }
        try database?.execute("BEGIN")
    }

    func end() {
        for statement in statements.values { statement.reset() }
        try? database?.execute("COMMIT")
    }

    private func statement(_ sql: String) throws(StorageFailure) -> Statement {
        if let statement = statements[ByteString(sql)] {
            statement.reset()
            return statement
        }
        guard let database else { throw StorageFailure(.failed, "\(path) is closed") }
        let statement = try database.prepare(sql)
        statements[ByteString(sql)] = statement
        return statement
    }

    // MARK: The journal

    func bounds() throws(StorageFailure) -> (first: Int64, last: Int64)? {
        // Each alone is a look at an end of the table; both in one would read all of it.
        let statement = try statement("SELECT (SELECT min(number) FROM journal), (SELECT max(number) FROM journal)")
        guard try statement.step() else { return nil }
        defer { statement.reset() }
        return statement.isInteger(0) ? (statement.integer(0), statement.integer(1)) : nil
    }

    func read(
        _ numbers: ClosedRange<Int64>, ascending: Bool, _ body: (Row, RowText) throws(CodingFailure) -> Bool
    ) throws {
        let statement = try statement(
            """
            SELECT number, revision, time, entries FROM journal WHERE number BETWEEN ?1 AND ?2 \
            ORDER BY number \(ascending ? "" : "DESC")
            """)
        statement.bind(1, numbers.lowerBound)
        statement.bind(2, numbers.upperBound)
        defer { statement.reset() }
        while try statement.step() {
            let row = Row(
                number: statement.integer(0), revision: Int(statement.integer(1)), time: statement.integer(2))
            guard try body(row, statement.text(3)) else { return }
        }
    }

    // MARK: The state

    func members(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        let statement = try statement("SELECT path, value FROM member ORDER BY path")
        defer { statement.reset() }
        while try statement.step() { try body(statement.text(0).string, statement.text(1)) }
    }

    func pending(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        try members { (name, text) throws(CodingFailure) in
            if ["@effect/", "@timer/"].contains(where: { name.utf8.starts(with: $0.utf8) }) { try body(name, text) }
        }
    }

    func ids(
        of table: String, after place: Int64, limit: Int, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(StorageFailure) -> Int64? {
        guard let name = names[ByteString(table)] else { return nil }
        let statement = try statement("SELECT id, place FROM \(name) WHERE place > ?1 ORDER BY place LIMIT ?2")
        statement.bind(1, place)
        statement.bind(2, Int64(limit))
        defer { statement.reset() }
        var last: Int64?
        while try statement.step() {
            body(statement.text(0).bytes)
            last = statement.integer(1)
        }
        return last
    }

    func element(_ id: String, of table: String) throws(StorageFailure) -> [UInt8]? {
        guard let name = names[ByteString(table)] else { return nil }
        let statement = try statement("SELECT value FROM \(name) WHERE id = ?1")
        statement.bind(1, id)
        defer { statement.reset() }
        return try statement.step() ? Array(statement.text(0).bytes) : nil
    }

    func search(_ text: String, limit: Int) throws(StorageFailure) -> [String] {
        var found: [String] = []
        func collect(_ sql: String, _ pointer: (String) -> String) throws(StorageFailure) {
            let statement = try statement(sql)
            statement.bind(1, text)
            statement.bind(2, Int64(limit - found.count))
            defer { statement.reset() }
            while found.count < limit, try statement.step() { found.append(pointer(statement.text(0).string)) }
        }
        try collect(
            "SELECT path FROM member WHERE instr(lower(path), lower(?1)) OR instr(lower(value), lower(?1)) LIMIT ?2"
        ) { $0 }
        for (path, name) in names.sorted(by: { $0.key < $1.key }) where found.count < limit {
            try collect(
                "SELECT id FROM \(name) WHERE instr(lower(id), lower(?1)) OR instr(lower(value), lower(?1)) LIMIT ?2"
            ) { "\(path)/entities/\(JSONPointer.escape($0))" }
        }
        return found
    }

    var sizes: (file: Int, log: Int) {
        (size(of: path) ?? 0, logSize ?? 0)
    }
}
