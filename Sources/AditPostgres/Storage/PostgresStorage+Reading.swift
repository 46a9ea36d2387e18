import AditJSON
import AditState

// Reading. What was read is verified as a whole once all parts have been read.
extension PostgresStorage {
    public func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        let connection = try take()
        defer { putBack(connection) }
        try connection.send(.members, [name])
        var total: UInt64 = 0
        try connection.receiveRows { reply in
            let value = reply.text(0, 1)
            try StoredText.withName(reply.text(0, 0).bytes) { path in
                let sum = RowChecksum.member(path, value.bytes)
                guard sum == reply.checksum(0, 2) else {
                    throw connection.damage(core, "the member \(RowText(path).string) is not as it was written")
                }
                total &+= sum
                try body(RowText(path).string, value)
            }
        }
        try record(total, of: nil)
    }

    public func readTables() throws(StorageFailure) -> [String] {
        let connection = try take()
        defer { putBack(connection) }
        try connection.send(.parts, [name])
        var tables: [String] = []
        try connection.receive { (reply) throws(StorageFailure) in
            for row in 0..<reply.count {
                tables.append(StoredText.withName(reply.text(row, 0).bytes) { RowText($0).string })
            }
        }
        return tables
    }

    public func readElements(of table: String, _ body: (RowText, RowText) throws(CodingFailure) -> Void) throws {
        let connection = try take()
        defer { putBack(connection) }
        try connection.send(.elements, [name, StoredText.parameter(table)])
        let seed = RowChecksum.seed(of: table)
        var total: UInt64 = 0
        try connection.receiveRows { reply in
            let (value, place) = (reply.text(0, 1), reply.text(0, 3))
            try StoredText.withName(reply.text(0, 0).bytes) { id in
                let hash = AditJSON.checksum(of: id)
                let sum = RowChecksum.element(hash, value.bytes, seed: seed)
                guard sum == reply.checksum(0, 2) else {
                    throw connection.damage(
                        core, "the element \"\(RowText(id).string)\" of \(table) is not as it was written")
                }
                total &+= sum &+ PostgresRows.place(place, hash, seed)
                try body(RowText(id), value)
            }
        }
        try record(total, of: table)
    }

    /// Records that a part of the state was read, and verifies the whole after the last part.
    private func record(_ sum: UInt64, of part: String?) throws(StorageFailure) {
        guard var parts = unverified else { return }
        parts.sums[part.map { ByteString($0) }] = sum
        if parts.tables == nil { parts.tables = try readTables() }
        unverified = parts
        guard let tables = parts.tables, parts.sums.count == tables.count + 1 else { return }
        let found = parts.sums.values.reduce(tables.reduce(0) { $0 &+ RowChecksum.part($1, $1) }, &+)
        guard found == row.state else {
            throw .damage(core, in: address.name, "what is in it is not all that was written")
        }
        unverified = nil
    }

    public func readJournal(_ body: (_ head: StorageHead, _ entries: RowText) throws -> Bool) throws {
        let connection = try take()
        defer { putBack(connection) }
        try connection.send(.entries, [name, .integer(row.batch)])
        var begins = row.ends
        var isOver = false
        try connection.receiveRows { reply in
            if isOver { return }
            let found = JournalRow(reply)
            guard found.isValid, found.checksum(reply.text(0, 6)) == reply.checksum(0, 7) else {
                throw connection.damage(core, "the row \(found.number) of its journal is not as it was written")
            }
            guard found.ends == begins else {
                throw connection.damage(core, "its journal has a gap behind the row \(found.number)")
            }
            begins = found.begins
            isOver = try !body(found.head, reply.text(0, 6))
        }
    }
}
