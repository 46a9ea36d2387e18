import AditJSON

extension SQLiteRows {
    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        let statement = try database.prepare("SELECT path, value FROM member")
        defer { statement.reset() }
        while try statement.step() { try body(statement.text(0).string, statement.text(1)) }
    }

    /// Elements in their order; none where the table was not declared.
    func readElements(of path: String, _ body: (RowText, RowText) throws(CodingFailure) -> Void) throws {
        guard let table = try settled(path) else { return }
        let statement = try database.prepare("SELECT id, value FROM \(table.name) ORDER BY place")
        defer { statement.reset() }
        var count = 0
        while try statement.step() {
            try body(statement.text(0), statement.text(1))
            count += 1
        }
        let indexed = try table.count()
        if count != indexed {
            throw database.damage("\(table.name) has \(count) rows, and its index \(indexed)")
        }
    }
}
