import AditJSON

/// The rows of a ``MemoryStorage``.
final class MemoryRows: RowSink {
    struct Contents {
        var members: [String: RowBytes] = [:]
        var tables: [String: Table<RowBytes, Row>] = [:]
    }

    struct Row: Identifiable {
        let id: RowBytes
        var value: RowBytes
    }

    // A copy shares all rows.
    var contents = Contents()

    func put(_ value: RowText, of member: String) { contents.members[member] = RowBytes(value) }

    func remove(_ member: String) throws(StorageFailure) {
        if contents.members.removeValue(forKey: member) == nil { throw missing("member \(member)") }
    }

    func declare(_ table: String) {
        if contents.tables[table] == nil { contents.tables[table] = [] }
    }

    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        let position = try position(after: place, in: table)
        let row = Row(id: RowBytes(id), value: RowBytes(value))
        if contents.tables[table]?.contains(id: row.id) ?? false {
            throw StorageFailure(.failed, "found \(id.string) in \(table); an id that is not there is expected")
        }
        contents.tables[table]?.insert(row, at: position)
    }

    func replace(_ value: RowText, _ id: RowText, in table: String) throws(StorageFailure) {
        let row = Row(id: RowBytes(id), value: RowBytes(value))
        if contents.tables[table]?.update(row) != true { throw missing("\(id.string) in \(table)") }
    }

    func move(_ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        guard let old = contents.tables[table]?.position(of: RowBytes(id)) else {
            throw missing("\(id.string) in \(table)")
        }
        let position = try position(after: place, in: table)
        contents.tables[table]?.move(RowBytes(id), to: position > old ? position - 1 : position)
    }

    func remove(_ id: RowText, in table: String) throws(StorageFailure) {
        if contents.tables[table]?.remove(RowBytes(id)) == nil { throw missing("\(id.string) in \(table)") }
    }

    func removeAll(in table: String) throws(StorageFailure) {
        if contents.tables.updateValue([], forKey: table) == nil { throw missing("table \(table)") }
    }

    private func position(after place: RowText?, in table: String) throws(StorageFailure) -> Int {
        guard let rows = contents.tables[table] else { throw missing("table \(table)") }
        guard let place else { return 0 }
        guard let position = rows.position(of: RowBytes(place)) else { throw missing("\(place.string) in \(table)") }
        return position + 1
    }

    private func missing(_ what: String) -> StorageFailure {
        StorageFailure(.failed, "found no \(what); it is expected to be there")
    }
}

/// The stored text of a row. Equality is byte by byte.
struct RowBytes: Hashable {
    private let bytes: [UInt8]

    init(_ text: RowText) { bytes = Array(text.bytes) }

    func withText<E>(_ body: (RowText) throws(E) -> Void) throws(E) {
        try bytes.withUnsafeBytes { bytes in Result { () throws(E) in try body(RowText(bytes)) } }.get()
    }
}
