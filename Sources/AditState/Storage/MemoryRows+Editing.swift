import AditJSON

extension MemoryRows: RowEditor {
    var members: [String] { Array(contents.members.keys) }
    var tables: [String] { Array(contents.tables.keys) }

    func readMember(_ member: String, _ body: (RowText) throws -> Void) throws {
        try contents.members[member]?.withText(body)
    }

    func readElement(_ id: RowText, of table: String, _ body: (RowText) throws -> Void) throws {
        try contents.tables[table]?[id: RowBytes(id)]?.value.withText(body)
    }

    func editElements(of table: String, _ body: (RowText, RowText) throws -> RowEdit) throws {
        // The elements as they were, whatever `body` changes besides.
        for row in contents.tables[table] ?? [] {
            try row.id.withText { id in
                try row.value.withText { value in
                    switch try body(id, value) {
                    case .keep: break
                    case .replace(let value): try replace(value, id, in: table)
                    case .remove: try remove(id, in: table)
                    }
                }
            }
        }
    }

    func lastID(in table: String) -> String? {
        var last: String?
        contents.tables[table]?.last?.id.withText { last = $0.string }
        return last
    }

    func rename(_ table: String, to other: String) {
        contents.tables[other] = contents.tables.removeValue(forKey: table)
    }

    func drop(_ table: String) { contents.tables[table] = nil }
}
