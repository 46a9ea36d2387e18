import AditJSON
import AditState

/// The elements of a table of the state: a table of the file, named by the path of the state's table if possible.
///
/// Elements are ordered by their place, the row's number, so that reading them in order is one scan. Places have gaps
/// for insertions.
final class ElementTable {
    /// The table's name, quoted for SQL.
    let name: String
    let database: Database
    let checksum: StateChecksum
    /// The seed of the rows' checksums (``RowChecksum``).
    let seed: UInt64
    /// The checksum of its declaration.
    let part: UInt64
    // Accesses to these last for one statement each, so they cannot overlap.
    /// The place of the last written element, as others are likely to follow it. The next element may have been removed
    /// since.
    @exclusivity(unchecked) var cursor: Spot?
    /// The id of that element.
    private let latest = KeptID()
    /// The first place, if known.
    @exclusivity(unchecked) var first: Int64?

    /// Pending insertions, which are written before any other operation (``finish()``).
    @exclusivity(unchecked) private var run = InsertRun()

    /// The statements that have been used.
    @exclusivity(unchecked) private var statements = [Statement?](repeating: nil, count: Operation.allCases.count)

    /// - Parameters:
    ///   - name: the name in the file.
    ///   - path: the path of the state's table.
    init(_ name: String, of path: String, in database: Database, _ checksum: StateChecksum) {
        self.name = quoted(name)
        self.database = database
        self.checksum = checksum
        seed = RowChecksum.seed(of: path)
        part = RowChecksum.part(path, name)
    }

    /// The declaration of the table in SQL.
    var declaration: String {
        "CREATE TABLE \(name) (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sum INTEGER NOT NULL, value TEXT NOT NULL)"
    }

    /// Clears the caches that a rollback invalidates.
    func forget() {
        cursor = nil
        first = nil
        run.clear()
    }

    func insert(_ value: RowText, _ id: RowText, after predecessor: RowText?) throws(StorageFailure) {
        let spot = try spot(after: predecessor)
        let sum = RowChecksum.element(id.bytes, value.bytes, seed: seed) &+ RowChecksum.place(spot.place, seed: seed)
        checksum.total &+= sum
        run.add(spot.place, sum, id, value)
        stay(at: id, spot)
        if run.isFull { try finish() }
    }

    /// Writes the pending insertions.
    func finish() throws(StorageFailure) {
        guard run.count > 0 else { return }
        defer { run.clear() }
        if run.count == InsertRun.width {
            let statement = try statement(.insertRun)
            for row in 0..<InsertRun.width { run.bind(row, to: statement, from: Int32(row * 4 + 1)) }
            return try statement.run()
        }
        let statement = try statement(.insert)
        for row in 0..<run.count {
            run.bind(row, to: statement)
            try statement.run()
        }
    }

    func replace(_ value: RowText, _ id: RowText) throws(StorageFailure) {
        try finish()
        let statement = try statement(.replace)
        statement.bind(1, id)
        statement.bind(2, value)
        statement.bind(3, checksum: RowChecksum.element(id.bytes, value.bytes, seed: seed))
        statement.bind(4, checksum: seed)
        try statement.run()
        if database.changes != 1 { throw missing(id) }
    }

    func move(_ id: RowText, after predecessor: RowText?) throws(StorageFailure) {
        try finish()
        if isCursor(at: id) { cursor = nil }
        first = nil
        let spot = try spot(after: predecessor)
        let statement = try statement(.move)
        statement.bind(1, id)
        statement.bind(2, spot.place)
        statement.bind(3, checksum: seed)
        try statement.run()
        if database.changes != 1 { throw missing(id) }
        stay(at: id, spot)
    }

    func remove(_ id: RowText) throws(StorageFailure) {
        try finish()
        let statement = try statement(.remove)
        statement.bind(1, id)
        try statement.run()
        if database.changes != 1 { throw missing(id) }
        // A cursor stays valid if the next element is removed.
        if isCursor(at: id) { cursor = nil }
        first = nil
    }

    func removeAll() throws(StorageFailure) {
        try finish()
        checksum.total &-= try sum()
        try database.execute("DELETE FROM \(name)")
        forget()
    }

    func place(of id: RowText) throws(StorageFailure) -> Int64 {
        try finish()
        let statement = try statement(.place)
        statement.bind(1, id)
        guard let place = try statement.first({ $0.integer(0) }) else { throw missing(id) }
        return place
    }

    func firstPlace() throws(StorageFailure) -> Int64? {
        try finish()
        return try statement(.firstPlace).first { $0.integer(0) }
    }

    func place(after place: Int64) throws(StorageFailure) -> Int64? {
        try finish()
        let statement = try statement(.nextPlace)
        statement.bind(1, place)
        return try statement.first { $0.integer(0) }
    }

    /// Returns the number of rows of its index, which SQLite counts.
    func count() throws(StorageFailure) -> Int {
        try Int(database.prepare("SELECT count(*) FROM \(name)").first { $0.integer(0) } ?? 0)
    }

    /// Returns the sum of the rows' stored checksums.
    func sum() throws(StorageFailure) -> UInt64 {
        let statement = try database.prepare("SELECT sum FROM \(name)")
        var sum: UInt64 = 0
        while try statement.step() { sum &+= statement.checksum(0) }
        return sum
    }

    private func stay(at id: RowText, _ spot: Spot) {
        latest.set(id)
        cursor = spot
    }

    func isCursor(at id: RowText) -> Bool { cursor != nil && latest.equals(id) }

    func missing(_ id: RowText) -> StorageFailure {
        database.damage("\(name) has no element \"\(id.string)\", and the state has")
    }
}

extension ElementTable {
    /// What is done to a table by a statement that is prepared on first use, and kept.
    private enum Operation: Int, CaseIterable {
        case insert, insertRun, replace, move, remove, place, firstPlace, nextPlace

        func sql(_ table: String) -> String {
            switch self {
            case .insert: return "INSERT INTO \(table) (place, id, sum, value) VALUES (?1, ?2, ?3, ?4)"
            // The rows fail together with their transaction, so that no rollback of single rows is necessary.
            case .insertRun:
                let rows = (0..<InsertRun.width).map {
                    "(?\($0 * 4 + 1), ?\($0 * 4 + 2), ?\($0 * 4 + 3), ?\($0 * 4 + 4))"
                }
                return "INSERT OR FAIL INTO \(table) (place, id, sum, value) VALUES \(rows.joined(separator: ", "))"
            case .replace:
                return "UPDATE \(table) SET value = ?2, sum = adit_replaced(sum, place, ?3, ?4) WHERE id = ?1"
            case .move: return "UPDATE \(table) SET place = ?2, sum = adit_moved(sum, place, ?2, ?3) WHERE id = ?1"
            case .remove: return "DELETE FROM \(table) WHERE id = ?1 AND adit_removed(sum)"
            case .place: return "SELECT place FROM \(table) WHERE id = ?1"
            case .firstPlace: return "SELECT place FROM \(table) ORDER BY place LIMIT 1"
            case .nextPlace: return "SELECT place FROM \(table) WHERE place > ?1 ORDER BY place LIMIT 1"
            }
        }
    }

    private func statement(_ operation: Operation) throws(StorageFailure) -> Statement {
        if let statement = statements[operation.rawValue] { return statement }
        let statement = try database.prepare(operation.sql(name))
        statements[operation.rawValue] = statement
        return statement
    }
}

/// Returns a name quoted for SQL.
package func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
}

/// A copy of an element's id in a reusable buffer.
private final class KeptID {
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    @exclusivity(unchecked) private var count = 0

    deinit { memory.deallocate() }

    func set(_ id: RowText) {
        count = id.bytes.count
        if count > memory.count {
            memory.deallocate()
            memory = .allocate(byteCount: count * 2, alignment: 1)
        }
        memory.copyMemory(from: id.bytes)
    }

    func equals(_ id: RowText) -> Bool {
        UnsafeRawBufferPointer(rebasing: memory[..<count]).hasBytes(of: id.bytes)
    }
}
