import Adit

/// An element of a table.
struct Row {
    let id: String
    var value: [UInt8]
}

/// The rows of a ``FileStorage``, in memory.
final class Rows: RowEditor {
    var values: [String: [UInt8]] = [:]
    var elements: [String: [Row]] = [:]

    // MARK: RowSink

    func put(_ value: RowText, of member: String) { values[member] = Array(value.bytes) }
    func remove(_ member: String) { values[member] = nil }
    func declare(_ table: String) { elements[table] = elements[table] ?? [] }

    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        let position = try position(after: place, in: table)
        elements[table]?.insert(Row(id: id.string, value: Array(value.bytes)), at: position)
    }

    func replace(_ value: RowText, _ id: RowText, in table: String) throws(StorageFailure) {
        let index = try index(of: id.string, in: table)
        elements[table]?[index].value = Array(value.bytes)
    }

    func move(_ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        let index = try index(of: id.string, in: table)
        guard let row = elements[table]?.remove(at: index) else { return }
        let position = try position(after: place, in: table)
        elements[table]?.insert(row, at: position)
    }

    func remove(_ id: RowText, in table: String) throws(StorageFailure) {
        let index = try index(of: id.string, in: table)
        elements[table]?.remove(at: index)
    }

    func removeAll(in table: String) { elements[table] = [] }

    private func index(of id: String, in table: String) throws(StorageFailure) -> Int {
        guard let index = elements[table]?.firstIndex(where: { $0.id == id }) else {
            throw StorageFailure(.failed, "found no \(id) in \(table); it is expected to be there")
        }
        return index
    }

    private func position(after place: RowText?, in table: String) throws(StorageFailure) -> Int {
        guard let place else { return 0 }
        return try index(of: place.string, in: table) + 1
    }

    // MARK: RowEditor

    var members: [String] { values.keys.sorted() }
    var tables: [String] { elements.keys.sorted() }

    func readMember(_ member: String, _ body: (RowText) throws -> Void) throws {
        if let value = values[member] { try value.withUnsafeBytes { try body(RowText($0)) } }
    }

    func editElements(of table: String, _ body: (_ id: RowText, _ value: RowText) throws -> RowEdit) throws {
        elements[table] = try elements[table]?.compactMap { row in
            let edit = try Array(row.id.utf8).withUnsafeBytes { id in
                try row.value.withUnsafeBytes { try body(RowText(id), RowText($0)) }
            }
            switch edit {
            case .keep: return row
            case .replace(let value): return Row(id: row.id, value: Array(value.bytes))
            case .remove: return nil
            }
        }
    }

    func readElement(_ id: RowText, of table: String, _ body: (RowText) throws -> Void) throws {
        guard let row = elements[table]?.first(where: { $0.id == id.string }) else { return }
        try row.value.withUnsafeBytes { try body(RowText($0)) }
    }

    func lastID(in table: String) -> String? { elements[table]?.last?.id }

    func rename(_ table: String, to other: String) {
        elements[other] = elements[table]
        elements[table] = nil
    }

    func drop(_ table: String) { elements[table] = nil }
}

extension [UInt8] {
    /// Calls `body` with the bytes as the text of a row.
    func withText(_ body: (RowText) throws(CodingFailure) -> Void) throws(CodingFailure) {
        try withUnsafeBytes { bytes in Result { () throws(CodingFailure) in try body(RowText(bytes)) } }.get()
    }
}
