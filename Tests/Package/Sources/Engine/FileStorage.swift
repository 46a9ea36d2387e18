import Adit
import Glibc

/// A storage that writes all rows of a state to one file with each batch: the simplest engine that loses nothing.
final class FileStorage: StateStorage {
    private(set) var head: StorageHead?
    private let path: String
    private var rows = Rows()

    /// Opens a file, or creates one with the first batch. Migrates the rows of an older version.
    ///
    /// - Throws: ``StorageFailure`` if the file cannot be read, and the errors of migrations.
    init(_ path: String, migrating migrations: [StorageMigration] = []) throws {
        self.path = path
        guard let bytes = try read(path) else { return }
        var text = Fields(bytes)
        guard let revision = text.number(), let opens = text.number(), let count = text.number() else {
            throw StorageFailure(.failed, "\(path) is damaged at byte \(text.offset)")
        }
        head = StorageHead(revision: revision, opens: opens)
        for _ in 0..<count {
            guard let name = text.string(), let value = text.bytes() else { throw damaged(text) }
            rows.values[name] = value
        }
        while let name = text.string() {
            guard let count = text.number() else { throw damaged(text) }
            var table: [Row] = []
            for _ in 0..<count {
                guard let id = text.string(), let value = text.bytes() else { throw damaged(text) }
                table.append(Row(id: id, value: value))
            }
            rows.elements[name] = table
        }
        for migration in migrations { try migration.body(StoredRows(rows)) }
    }

    private func damaged(_ text: Fields) -> StorageFailure {
        StorageFailure(.failed, "\(path) is damaged at byte \(text.offset)")
    }

    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        for (name, value) in rows.values { try value.withText { (text) throws(CodingFailure) in try body(name, text) } }
    }

    func readTables() -> [String] { rows.tables }

    func readElements(
        of table: String, _ body: (_ id: RowText, _ value: RowText) throws(CodingFailure) -> Void
    ) throws {
        for row in rows.elements[table] ?? [] {
            try Array(row.id.utf8).withText { (id) throws(CodingFailure) in
                try row.value.withText { (value) throws(CodingFailure) in try body(id, value) }
            }
        }
    }

    func write(_ head: StorageHead, entries _: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        let (values, elements) = (rows.values, rows.elements)
        do {
            try body(rows)
            try replace(path, with: rows.text(head))
        } catch {
            (rows.values, rows.elements) = (values, elements)
            throw error
        }
        self.head = head
    }

    func readJournal(_: (_ head: StorageHead, _ entries: RowText) throws -> Bool) {}
    func close() {}
}

/// Reads a file; nil if it does not exist.
private func read(_ path: String) throws(StorageFailure) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
        if errno == ENOENT { return nil }
        throw StorageFailure(.failed, "\(path) could not be opened: \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    while true {
        let start = bytes.count
        bytes += [UInt8](repeating: 0, count: 1 << 16)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + start, 1 << 16) }
        bytes.removeLast((1 << 16) - max(0, count))
        guard count >= 0 else {
            throw StorageFailure(.failed, "\(path) could not be read: \(String(cString: strerror(errno)))")
        }
        if count == 0 { return bytes }
    }
}

/// Replaces a file by another one that is on the disk before: at no time is there half of it.
private func replace(_ path: String, with bytes: [UInt8]) throws(StorageFailure) {
    let part = "\(path).part"
    let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let isWritten = file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    if file >= 0 { close(file) }
    guard isWritten, rename(part, path) == 0 else {
        throw StorageFailure(.failed, "\(path) could not be written: \(String(cString: strerror(errno)))")
    }
}
