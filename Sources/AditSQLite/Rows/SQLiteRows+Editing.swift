import AditJSON
import AditState

extension SQLiteRows: RowEditor {
    /// The number of elements that are read before some of them are written.
    private static let slice = 256

    var members: [String] {
        get throws {
            let statement = try database.prepare("SELECT path FROM member ORDER BY path")
            var members: [String] = []
            while try statement.step() { members.append(statement.text(0).string) }
            return members
        }
    }

    var tables: [String] { get throws { paths } }

    func readMember(_ member: String, _ body: (RowText) throws -> Void) throws {
        let statement = try database.prepare("SELECT value FROM member WHERE path = ?1")
        statement.bind(1, member)
        defer { statement.reset() }
        if try statement.step() { try body(statement.text(0)) }
    }

    func readElement(_ id: RowText, of path: String, _ body: (RowText) throws -> Void) throws {
        guard let table = try finished(path) else { return }
        let statement = try database.prepare("SELECT value FROM \(table.name) WHERE id = ?1")
        statement.bind(1, id)
        defer { statement.reset() }
        if try statement.step() { try body(statement.text(0)) }
    }

    func editElements(of path: String, _ body: (RowText, RowText) throws -> RowEdit) throws {
        guard let table = try finished(path) else { return }
        let reading = try database.prepare(
            "SELECT place, id, value FROM \(table.name) WHERE place > ?1 OR ?2 ORDER BY place LIMIT \(Self.slice)")
        let replacing = try database.prepare(
            "UPDATE \(table.name) SET value = ?2, sum = adit_replaced(sum, place, ?3, ?4) WHERE place = ?1")
        let removing = try database.prepare("DELETE FROM \(table.name) WHERE place = ?1 AND adit_removed(sum)")
        var last: Int64?
        var count = 0
        repeat {
            reading.bind(1, last ?? 0)
            reading.bind(2, last == nil ? 1 : 0)
            count = 0
            var edits: [(place: Int64, sum: UInt64, value: [UInt8]?)] = []
            while try reading.step() {
                let place = reading.integer(0)
                do {
                    let id = reading.text(1)
                    switch try body(id, reading.text(2)) {
                    case .keep: break
                    case .replace(let value):
                        let sum = RowChecksum.element(id.bytes, value.bytes, seed: table.seed)
                        edits.append((place, sum, Array(value.bytes)))
                    case .remove: edits.append((place, 0, nil))
                    }
                } catch {
                    reading.reset()
                    throw error
                }
                last = place
                count += 1
            }
            for (place, sum, value) in edits {
                guard let value else {
                    removing.bind(1, place)
                    try removing.run()
                    table.forget()
                    continue
                }
                try value.withUnsafeBytes { value in
                    replacing.bind(1, place)
                    replacing.bind(2, RowText(value))
                    replacing.bind(3, checksum: sum)
                    replacing.bind(4, checksum: table.seed)
                    try replacing.run()
                }
            }
        } while count == Self.slice
    }

    func lastID(in path: String) throws -> String? {
        guard let table = try finished(path) else { return nil }
        return try database.prepare("SELECT id FROM \(table.name) ORDER BY place DESC LIMIT 1").first {
            $0.text(0).string
        }
    }

    func rename(_ path: String, to other: String) throws {
        guard let table = try finished(path) else { return }
        let name = try freeName(for: other)
        try database.execute("ALTER TABLE \(table.name) RENAME TO \(quoted(name))")
        let renamed = ElementTable(name, of: other, in: database, checksum)
        checksum.total &-= try renamed.sum() &+ table.part &- renamed.part
        let summing = try database.prepare("UPDATE \(renamed.name) SET sum = adit_element(place, id, value, ?1)")
        summing.bind(1, checksum: renamed.seed)
        try summing.run()
        let statement = try database.prepare("UPDATE part SET path = ?2, name = ?3 WHERE path = ?1")
        statement.bind(1, path)
        statement.bind(2, other)
        statement.bind(3, name)
        try statement.run()
        try forget()
    }

    func drop(_ path: String) throws {
        guard let table = try finished(path) else { return }
        checksum.total &-= try table.sum() &+ table.part
        try database.execute("DROP TABLE \(table.name)")
        let statement = try database.prepare("DELETE FROM part WHERE path = ?1")
        statement.bind(1, path)
        try statement.run()
        try forget()
    }
}
