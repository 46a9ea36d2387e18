import AditJSON
import AditState
import CSQLite

/// The readable and undamaged rows of a damaged store.
///
/// A table is read from its beginning up to the damage, and from its end back to it; rows in between are searched one
/// by one, by the index.
final class SalvagedRows {
    private let database: Database
    /// Whether rows have checksums.
    let hasChecksums: Bool
    /// Whether the file has any part of a state.
    let hasState: Bool
    /// The checksum of all rows that were saved, as they were stored. That of the new file is another one: its elements
    /// have other places where some were removed or moved.
    private(set) var total: UInt64 = 0

    init(_ database: Database) {
        self.database = database
        hasChecksums = (try? database.prepare("SELECT sum FROM member")) != nil
        hasState = hasChecksums || (try? database.prepare("SELECT value FROM member")) != nil
    }

    /// Returns the values of the table `meta`.
    func meta() -> (integers: [String: Int64], texts: [String: String]) {
        var (integers, texts): ([String: Int64], [String: String]) = ([:], [:])
        _ = try? read("SELECT key, value FROM meta") { row in
            let key = row.text(0).string
            if row.isInteger(1) { integers[key] = row.integer(1) } else { texts[key] = row.text(1).string }
        }
        return (integers, texts)
    }

    /// Returns the newest undamaged row of the journal.
    func lastEntry() -> JournalRow? {
        var last: JournalRow?
        _ = try? read(JournalRows.selection(hasChecksums) + " LIMIT 64") { row in
            let found = JournalRow(row)
            let isRight = !hasChecksums || row.checksum(7) == found.checksum(row.text(8))
            if last == nil, isRight { last = found }
        }
        return last
    }

    /// Returns the tables of the state: their paths, and their names in the file.
    func parts() -> [(path: String, name: String)] {
        var names: [ByteString: String] = [:]
        _ = try? read("SELECT path, name FROM part") { names[ByteString($0.text(0).string)] = $0.text(1).string }
        // The name of a table without a declaration is its path.
        _ = try? read("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '/%'") { row in
            let name = row.text(0).string
            if !names.values.contains(where: name.isSpelled) { names[ByteString(name)] = name }
        }
        return names.sorted { $0.key < $1.key }.map { (path: $0.key.string, name: $0.value) }
    }

    func saveMembers(to sink: any RowSink) throws -> (saved: Int, lost: [String]) {
        var (saved, lost): (Set<ByteString>, Set<ByteString>) = ([], [])
        for order in ["", " DESC"] {
            let columns = hasChecksums ? "path, value, sum" : "path, value, 0"
            let isWhole = try read("SELECT \(columns) FROM member ORDER BY path\(order)") { row in
                let (path, value) = (row.text(0), row.text(1))
                let name = ByteString(path.string)
                guard !saved.contains(name) else { return }
                guard !hasChecksums || row.checksum(2) == RowChecksum.member(path.bytes, value.bytes) else {
                    lost.insert(name)
                    return
                }
                saved.insert(name)
                total &+= row.checksum(2)
                try sink.put(value, of: name.string)
            }
            if isWhole { break }
        }
        return (saved.count, lost.subtracting(saved).sorted().map(\.string))
    }

    func saveElements(of path: String, _ name: String, to sink: any RowSink) throws -> (saved: Int, lost: Int) {
        let table = quoted(name)
        let seed = RowChecksum.seed(of: path)
        total &+= RowChecksum.part(path, name)
        let columns = hasChecksums ? "place, id, value, sum" : "place, id, value, 0"
        var ids: Set<UInt64> = []
        var damaged = 0
        var last: (place: Int64, id: [UInt8])?
        func save(_ row: Statement) throws {
            let (place, id, value) = (row.integer(0), row.text(1), row.text(2))
            let sum = RowChecksum.element(id.bytes, value.bytes, seed: seed) &+ RowChecksum.place(place, seed: seed)
            guard !hasChecksums || row.checksum(3) == sum else {
                damaged += 1
                return
            }
            if let last, place <= last.place { return }
            guard ids.insert(checksum(of: id.bytes)).inserted else { return }
            if let last {
                try last.id.withUnsafeBytes { try sink.insert(value, id, in: path, after: RowText($0)) }
            } else {
                try sink.insert(value, id, in: path, after: nil)
            }
            last = (place, Array(id.bytes))
            total &+= sum
        }

        let isWhole = try read("SELECT \(columns) FROM \(table) ORDER BY place", save)
        if !isWhole {
            let start = last?.place ?? .min
            var end: Int64?
            _ = try read("SELECT place FROM \(table) WHERE place > \(start) ORDER BY place DESC") {
                end = $0.integer(0)
            }
            var between: Set<Int64> = []
            for order in ["", " DESC"] {
                let isRead = try read("SELECT place FROM \(table) ORDER BY id\(order)") { row in
                    let place = row.integer(0)
                    if place > start, end.map({ place < $0 }) ?? true { between.insert(place) }
                }
                if isRead { break }
            }
            for place in between.sorted() {
                if try !read("SELECT \(columns) FROM \(table) WHERE place = \(place)", save) { damaged += 1 }
            }
            if let end { _ = try read("SELECT \(columns) FROM \(table) WHERE place >= \(end) ORDER BY place", save) }
        }
        var indexed = 0
        _ = try read("SELECT id FROM \(table) ORDER BY id") { _ in indexed += 1 }
        return (ids.count, max(damaged, indexed - ids.count))
    }

    /// Reads rows up to the first damage.
    ///
    /// - Parameter body: receives each row; its errors are rethrown.
    /// - Returns: whether all rows were readable.
    private func read(_ sql: String, _ body: (Statement) throws -> Void) throws -> Bool {
        guard let statement = try? database.prepare(sql) else { return false }
        defer { statement.reset() }
        while true {
            guard let isRow = try? statement.step() else { return false }
            guard isRow else { return true }
            try body(statement)
        }
    }
}
