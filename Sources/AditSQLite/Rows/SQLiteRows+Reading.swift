import AditJSON
import AditState

// Read rows are verified: each by its checksum and, the first time, all rows by the sum of the checksums.
extension SQLiteRows {
    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        let statement = try database.prepare(
            "SELECT path, value, \(checksum.isStored ? "sum" : "0") FROM member ORDER BY path")
        defer { statement.reset() }
        var total: UInt64 = 0
        while try statement.step() {
            let (path, value) = (statement.text(0), statement.text(1))
            let sum = RowChecksum.member(path.bytes, value.bytes)
            if checksum.isStored, sum != statement.checksum(2) {
                throw database.damage("the member \(path.string) is not as it was written")
            }
            total &+= sum
            try body(path.string, value)
        }
        try record(total, of: nil)
    }

    /// Reads the elements of a table in order; none if the table is not declared.
    func readElements(of path: String, _ body: (RowText, RowText) throws(CodingFailure) -> Void) throws {
        guard let table = try finished(path) else { return }
        let statement = try database.prepare(
            "SELECT place, id, value, \(checksum.isStored ? "sum" : "0") FROM \(table.name) ORDER BY place")
        defer { statement.reset() }
        var (total, spots): (UInt64, UInt64) = (0, 0)
        var count = 0
        var last: Int64?
        while try statement.step() {
            let (place, id, value) = (statement.integer(0), statement.text(1), statement.text(2))
            let spot = RowChecksum.place(place, seed: table.seed)
            let name = AditJSON.checksum(of: id.bytes)
            let sum = RowChecksum.element(name, value.bytes, seed: table.seed) &+ spot
            if checksum.isStored, sum != statement.checksum(3) {
                throw database.damage("the element \"\(id.string)\" of \(table.name) is not as it was written")
            }
            if let last, place <= last { throw database.damage("the elements of \(table.name) are in disorder") }
            last = place
            total &+= sum
            spots &+= RowChecksum.spot(name, spot)
            count += 1
            try body(id, value)
        }
        if readSums != nil { try checkIndex(of: table, count: count, spots) }
        try record(total, of: path)
    }

    /// Checks that the index leads to each element's place.
    private func checkIndex(of table: ElementTable, count: Int, _ spots: UInt64) throws(StorageFailure) {
        let statement = try database.prepare("SELECT id, place FROM \(table.name) ORDER BY id")
        var found: UInt64 = 0
        var indexed = 0
        while try statement.step() {
            let spot = RowChecksum.place(statement.integer(1), seed: table.seed)
            found &+= RowChecksum.spot(AditJSON.checksum(of: statement.text(0).bytes), spot)
            indexed += 1
        }
        guard count == indexed else {
            throw database.damage("\(table.name) has \(count.counted("row")), and its index \(indexed)")
        }
        guard found == spots else { throw database.damage("the index of \(table.name) is not that of its rows") }
    }

    /// Reads the rows that have not been read since the file was opened.
    ///
    /// - Throws: ``StorageFailure`` if the rows are damaged.
    func verify() throws {
        guard checksum.isStored, let sums = readSums else { return }
        if sums[nil] == nil { try readMembers { _, _ in } }
        for path in paths where sums[ByteString(path)] == nil { try readElements(of: path) { _, _ in } }
    }

    /// Notes that a part of the state was read, and verifies the whole after the last part.
    private func record(_ sum: UInt64, of path: String?) throws(StorageFailure) {
        guard checksum.isStored, var sums = readSums else { return }
        sums[path.map { ByteString($0) }] = sum
        readSums = sums
        guard sums.count == elements.count + 1 else { return }
        let found = sums.values.reduce(elements.values.reduce(0) { $0 &+ $1.part }, &+)
        guard found == checksum.total else { throw database.damage("what is in it is not all that was written") }
        readSums = nil
    }
}
