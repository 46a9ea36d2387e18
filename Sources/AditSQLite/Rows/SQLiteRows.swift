import AditJSON
import AditState

/// The rows of a state in a database. After a failed write, all further writes fail, until ``forget()``.
final class SQLiteRows: RowSink {
    let database: Database
    let checksum: StateChecksum
    // Accesses last for one statement each.
    /// The first failure.
    @exclusivity(unchecked) private(set) var failure: StorageFailure?
    @exclusivity(unchecked) private(set) var elements: [ByteString: ElementTable] = [:]
    /// The last used table, as the next write is usually to the same one. No other table has pending writes.
    @exclusivity(unchecked) private var latestPath = ""
    @exclusivity(unchecked) private var latest: ElementTable?
    /// The checksums of the parts that have been read since the file was opened: of the members (nil), and of tables.
    /// nil after all of them have been read and verified.
    @exclusivity(unchecked) var readSums: [ByteString?: UInt64]? = [:]
    // Prepared on first use, when it is known whether rows have checksums.
    private lazy var putting = Result { () throws(StorageFailure) in
        try database.prepare(
            """
            INSERT INTO member (path, sum, value) VALUES (?1, ?2, ?3) ON CONFLICT (path)
            DO UPDATE SET sum = excluded.sum, value = excluded.value WHERE adit_removed(member.sum)
            """)
    }
    private lazy var removing = Result { () throws(StorageFailure) in
        try database.prepare("DELETE FROM member WHERE path = ?1 AND adit_removed(sum)")
    }

    init(of database: Database, _ checksum: StateChecksum) throws(StorageFailure) {
        self.database = database
        self.checksum = checksum
        try readParts()
    }

    /// Reads the file again after a rollback.
    func forget() throws(StorageFailure) {
        latest = nil
        elements = [:]
        try readParts()
        failure = nil
    }

    /// The paths of the declared tables.
    var paths: [String] { elements.keys.sorted().map(\.string) }

    /// Writes the pending rows.
    ///
    /// - Throws: the first failure.
    func finish() throws(StorageFailure) {
        try attempt { () throws(StorageFailure) in try latest?.finish() }
    }

    /// Returns a table without pending writes; nil if it does not exist.
    func finished(_ path: String) throws(StorageFailure) -> ElementTable? {
        try finish()
        return try table(path)
    }

    private func table(_ path: String) throws(StorageFailure) -> ElementTable? {
        if let latest, latestPath.isSpelled(as: path) { return latest }
        guard let table = elements[ByteString(path)] else { return nil }
        try latest?.finish()
        latestPath = path
        latest = table
        return table
    }

    private func readParts() throws(StorageFailure) {
        let statement = try database.prepare("SELECT path, name FROM part")
        while try statement.step() {
            let path = statement.text(0).string
            elements[ByteString(path)] = ElementTable(statement.text(1).string, of: path, in: database, checksum)
        }
    }

    // MARK: RowSink

    func put(_ value: RowText, of member: String) throws(StorageFailure) {
        try attempt { () throws(StorageFailure) in
            var member = member
            let sum = member.withUTF8 { RowChecksum.member(UnsafeRawBufferPointer($0), value.bytes) }
            let putting = try putting.get()
            putting.bind(1, member)
            putting.bind(2, checksum: sum)
            putting.bind(3, value)
            try putting.run()
            checksum.total &+= sum
        }
    }

    func remove(_ member: String) throws(StorageFailure) {
        try attempt { () throws(StorageFailure) in
            let removing = try removing.get()
            removing.bind(1, member)
            try removing.run()
        }
    }

    func declare(_ table: String) throws(StorageFailure) {
        try attempt { () throws(StorageFailure) in
            if elements[ByteString(table)] != nil { return }
            let name = try freeName(for: table)
            let statement = try database.prepare("INSERT INTO part VALUES (?1, ?2)")
            statement.bind(1, table)
            statement.bind(2, name)
            try statement.run()
            let added = ElementTable(name, of: table, in: database, checksum)
            checksum.total &+= added.part
            try database.execute(added.declaration)
            elements[ByteString(table)] = added
        }
    }

    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        try attempt { () throws(StorageFailure) in try declared(table).insert(value, id, after: place) }
    }

    func replace(_ value: RowText, _ id: RowText, in table: String) throws(StorageFailure) {
        try attempt { () throws(StorageFailure) in try declared(table).replace(value, id) }
    }

    func move(_ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        try attempt { () throws(StorageFailure) in try declared(table).move(id, after: place) }
    }

    func remove(_ id: RowText, in table: String) throws(StorageFailure) {
        try attempt { () throws(StorageFailure) in try declared(table).remove(id) }
    }

    func removeAll(in table: String) throws(StorageFailure) {
        try attempt { () throws(StorageFailure) in try declared(table).removeAll() }
    }

    /// SQLite may have ended the transaction after a failure: later writes would be committed separately.
    @inline(__always)
    private func attempt(_ body: () throws(StorageFailure) -> Void) throws(StorageFailure) {
        if let failure { throw failure }
        do throws(StorageFailure) {
            try body()
        } catch {
            failure = error
            throw error
        }
    }

    private func declared(_ path: String) throws(StorageFailure) -> ElementTable {
        if let table = try table(path) { return table }
        throw StorageFailure(.failed, "\(database.name) could not be written: the table \(path) was not declared")
    }

    /// Returns the path itself, unless SQLite, which ignores the case of names, has a table of that name.
    func freeName(for path: String) throws(StorageFailure) -> String {
        let statement = try database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE")
        var name = path.utf8.contains(0) || path.isEmpty ? "elements" : path
        var number = 1
        while true {
            statement.bind(1, name)
            if try statement.first({ _ in true }) == nil { return name }
            number += 1
            name = "\(path.utf8.contains(0) ? "elements" : path) \(number)"
        }
    }
}
