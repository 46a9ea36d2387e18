import Adit
import AditJSON
import AditSQLite
import AditState

/// What a storage holds, as texts.
struct StoredState: Equatable {
    var members: [String: String] = [:]
    var tables: [String: [Element]] = [:]

    struct Element: Equatable {
        var id: String
        var value: String
    }
}

extension StateStorage {
    func state() throws -> StoredState {
        var state = StoredState()
        try readMembers { (path, value) throws(CodingFailure) in state.members[path] = value.string }
        for table in try readTables() {
            state.tables[table] = []
            try readElements(of: table) { (id, value) throws(CodingFailure) in
                state.tables[table]?.append(.init(id: id.string, value: value.string))
            }
        }
        return state
    }

    /// Writes rows, as the next revision.
    func write(_ entries: String = "", _ body: (any RowSink) throws -> Void) throws {
        let head = StorageHead(revision: (head?.revision ?? 0) + 1, opens: head?.opens ?? 1)
        try write(head, entries: entries, body)
    }

    func write(_ head: StorageHead, entries: String, _ body: (any RowSink) throws -> Void) throws {
        let text = KeptText(entries)
        try write(head, entries: { text.row }, body)
    }

    /// Every row of the journal, the newest first.
    func entries() throws -> [String] {
        var all: [String] = []
        try readJournal { _, entries in
            all.append(entries.string)
            return true
        }
        return all
    }
}

/// A text that stays where it is.
final class KeptText {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ text: String) {
        bytes = .allocate(byteCount: text.utf8.count, alignment: 1)
        bytes.copyBytes(from: text.utf8)
    }

    deinit { bytes.deallocate() }

    var row: RowText { RowText(UnsafeRawBufferPointer(bytes)) }
}

extension RowSink {
    func put(_ value: String, of member: String) throws {
        let value = KeptText(value)
        try put(value.row, of: member)
    }

    func insert(_ value: String, _ id: String, in table: String, after place: String?) throws {
        let texts = (KeptText(value), KeptText(id), place.map(KeptText.init))
        try insert(texts.0.row, texts.1.row, in: table, after: texts.2?.row)
    }

    func replace(_ value: String, _ id: String, in table: String) throws {
        let texts = (KeptText(value), KeptText(id))
        try replace(texts.0.row, texts.1.row, in: table)
    }

    func move(_ id: String, in table: String, after place: String?) throws {
        let texts = (KeptText(id), place.map(KeptText.init))
        try move(texts.0.row, in: table, after: texts.1?.row)
    }

    func remove(_ id: String, in table: String) throws {
        let id = KeptText(id)
        try remove(id.row, in: table)
    }
}
