import AditJSON

/// The rows of a ``MemoryStorage``, as texts, or those of a ``StateTree``, as JSON.
class MemoryRows<Value: MemoryRowValue>: RowEditor {
    struct Contents {
        var members: [ByteString: Value] = [:]
        var tables: [ByteString: Table<RowBytes, Row>] = [:]
    }

    struct Row: Identifiable {
        let id: RowBytes
        var value: Value
    }

    // A copy shares all rows.
    var contents = Contents()

    // MARK: Members

    var members: [String] { contents.members.keys.map(\.string) }

    func readMember(_ member: String, _ body: (RowText) throws -> Void) throws {
        try contents.members[ByteString(member)]?.withText(body)
    }

    func put(_ value: RowText, of member: String) throws(StorageFailure) {
        contents.members[ByteString(member)] = try Value(stored: value, at: member)
    }

    func remove(_ member: String) throws(StorageFailure) {
        if contents.members.removeValue(forKey: ByteString(member)) == nil { throw missing("member \(member)") }
    }

    // MARK: Tables

    var tables: [String] { contents.tables.keys.sorted().map(\.string) }

    func declare(_ table: String) {
        if contents.tables[ByteString(table)] == nil { contents.tables[ByteString(table)] = [] }
    }

    func rename(_ table: String, to other: String) {
        contents.tables[ByteString(other)] = contents.tables.removeValue(forKey: ByteString(table))
    }

    func drop(_ table: String) { contents.tables[ByteString(table)] = nil }

    // MARK: Elements

    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        let row = Row(id: RowBytes(id), value: try Value(stored: value, at: table))
        let position = try position(after: place, in: table)
        guard contents.tables[ByteString(table)]?.insert(row, at: position) == true else {
            throw StorageFailure(.failed, "found \(id.string) in \(table); an id that is not there is expected")
        }
    }

    func replace(_ value: RowText, _ id: RowText, in table: String) throws(StorageFailure) {
        let row = Row(id: RowBytes(id), value: try Value(stored: value, at: table))
        guard contents.tables[ByteString(table)]?.update(row) == true else { throw missing("\(id.string) in \(table)") }
    }

    func move(_ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        guard let old = contents.tables[ByteString(table)]?.position(of: RowBytes(id)) else {
            throw missing("\(id.string) in \(table)")
        }
        let position = try position(after: place, in: table)
        contents.tables[ByteString(table)]?.move(RowBytes(id), to: position > old ? position - 1 : position)
    }

    func remove(_ id: RowText, in table: String) throws(StorageFailure) {
        guard contents.tables[ByteString(table)]?.remove(RowBytes(id)) != nil else {
            throw missing("\(id.string) in \(table)")
        }
    }

    func removeAll(in table: String) throws(StorageFailure) {
        if contents.tables.updateValue([], forKey: ByteString(table)) == nil { throw missing("table \(table)") }
    }

    func readElement(_ id: RowText, of table: String, _ body: (RowText) throws -> Void) throws {
        try contents.tables[ByteString(table)]?[id: RowBytes(id)]?.value.withText(body)
    }

    func editElements(of table: String, _ body: (RowText, RowText) throws -> RowEdit) throws {
        // The elements as they were, whatever `body` changes besides.
        for row in contents.tables[ByteString(table)] ?? [] {
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

    func lastID(in table: String) -> String? { contents.tables[ByteString(table)]?.last?.id.string }

    private func position(after place: RowText?, in table: String) throws(StorageFailure) -> Int {
        guard let rows = contents.tables[ByteString(table)] else { throw missing("table \(table)") }
        guard let place else { return 0 }
        guard let position = rows.position(of: RowBytes(place)) else { throw missing("\(place.string) in \(table)") }
        return position + 1
    }

    private func missing(_ what: String) -> StorageFailure {
        StorageFailure(.failed, "found no \(what); it is expected to be there")
    }
}

/// The value of a row in memory.
protocol MemoryRowValue {
    /// - Parameter place: where it is stored, for an error.
    init(stored text: RowText, at place: String) throws(StorageFailure)

    func withText(_ body: (RowText) throws -> Void) throws
}

/// The stored text of a row. Equality is byte by byte.
struct RowBytes: Hashable, MemoryRowValue {
    private let bytes: [UInt8]

    init(_ text: RowText) { bytes = Array(text.bytes) }
    init(_ text: String) { bytes = Array(text.utf8) }
    init(stored text: RowText, at _: String) { self.init(text) }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    func withText<E>(_ body: (RowText) throws(E) -> Void) throws(E) {
        try bytes.withUnsafeBytes { bytes in Result { () throws(E) in try body(RowText(bytes)) } }.get()
    }
}
