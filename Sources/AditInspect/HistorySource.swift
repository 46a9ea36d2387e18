import AditJSON
import AditSQLite
import AditState

/// Where a journal and the last state come from: a store (``StoreReader``) or a recording. Between ``begin()`` and
/// ``end()`` both are of one commit. One thread at a time.
protocol HistorySource: AnyObject {
    typealias Row = StoreReader.Row

    var app: String { get }
    /// The pointers of the state's tables.
    var tables: [String] { get }

    func begin() throws
    func end()
    /// Opens the file anew, after it could not be read.
    func reopen() throws

    /// The numbers of the first and the last row; nil without any.
    func bounds() throws -> (first: Int64, last: Int64)?

    /// Passes rows to `body` until it returns false: each the entries of one or more batches, as lines.
    ///
    /// - Parameter ascending: whether the oldest comes first.
    func read(
        _ numbers: ClosedRange<Int64>, ascending: Bool, _ body: (Row, RowText) throws(CodingFailure) -> Bool) throws

    /// Passes the pointers and values of the last state outside of its tables to `body`.
    func members(_ body: (String, RowText) throws(CodingFailure) -> Void) throws

    /// Passes the records of what is under way to `body`, with their names: `@effect/e1-7`, `@timer/t1-2`.
    func pending(_ body: (String, RowText) throws(CodingFailure) -> Void) throws

    /// Passes some ids of a table in the last state to `body`, in order.
    ///
    /// - Parameter place: the place behind which they begin.
    /// - Returns: the place of the last one; nil if there was none.
    func ids(
        of table: String, after place: Int64, limit: Int, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws -> Int64?

    /// Returns an element of the last state; nil if absent.
    func element(_ id: String, of table: String) throws -> [UInt8]?

    /// Returns the pointers of members and elements of the last state that contain a text.
    func search(_ text: String, limit: Int) throws -> [String]

    /// The sizes of the file and of the log beside it, in bytes.
    var sizes: (file: Int, log: Int) { get }
}

/// A recording: a file of lines. Its last state is the first one, changed as its batches were.
///
/// It is in memory as a whole, and so is its state.
final class RecordingSource: HistorySource {
    let app: String
    private(set) var tables: [String] = []
    /// Why the rest of the file is left out; nil if nothing is.
    private(set) var remark: String?
    private let text: [UInt8]
    /// The lines of each row, and the revision after them.
    private let rows: [(lines: Range<Int>, revision: Int)]
    private let tree: JSONTree

    /// - Throws: ``StorageFailure`` if it cannot be read, or is no recording.
    init(_ path: String, text: [UInt8]) throws {
        self.text = text
        let pointer = JSONPointer([])
        var (name, revision, begin, line) = ("", 0, 0, 0)
        var history: JSONHistory?
        var remark: String?
        var rows: [(lines: Range<Int>, revision: Int)] = []
        let end = text.count
        try text.withUnsafeBytes { bytes in
            while line < end {
                let stop = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) ?? end
                let entry = UnsafeRawBufferPointer(rebasing: bytes[line..<stop])
                guard hasRightChecksum(entry) else {
                    remark =
                        stop == end
                        ? "The last line is torn, and left out."
                        : "The line behind revision \(revision) is damaged; it and all behind it are left out."
                    break
                }
                line = min(stop + 1, end)
                let outcome = Result {
                    try JSONReader.read(entry, as: "a line that is") { (root) throws(CodingFailure) in
                        Result { () throws -> Bool in
                            if let opening = root["open"], history == nil, let first = root["state"]?.raw {
                                name = opening["app"]?.string ?? ""
                                revision = Int(opening["revision"]?.integer ?? 0)
                                history = try JSONHistory(pointer, base: first)
                            }
                            guard let batch = root["batch"], let next = batch["revision"]?.integer else { return false }
                            if let changes = batch["changes"], changes.isArray {
                                try history?.redo(changes)
                            } else if let state = root["state"]?.raw {
                                history = try JSONHistory(pointer, base: state)
                            }
                            revision = Int(next)
                            return true
                        }
                    }.get()
                }
                if try outcome.get() {
                    rows.append((begin..<line, revision))
                    begin = line
                }
            }
        }
        guard let history else {
            throw StorageFailure(.failed, "\(path) is neither a store nor a recording")
        }
        if begin < line { rows.append((begin..<line, revision)) }
        app = name
        self.rows = rows
        self.remark = remark
        let state = JSONWriter()
        _ = try history.write(to: state)
        tree = try JSONTree(parsing: state.bytes)
        findTables(in: tree.root, at: "")
    }

    /// Tables are objects of ids and entities, outside of other tables.
    private func findTables(in value: JSONValue, at path: String) {
        guard value.isObject else { return }
        if value.count == 2, value["ids"]?.kind == .array, value["entities"]?.isObject == true {
            tables.append(path)
            return
        }
        value.forEachMember { key, member in findTables(in: member, at: "\(path)/\(JSONPointer.escape(key))") }
    }

    func begin() {}
    func end() {}
    func reopen() {}
    func bounds() -> (first: Int64, last: Int64)? { rows.isEmpty ? nil : (0, Int64(rows.count - 1)) }

    func read(
        _ numbers: ClosedRange<Int64>, ascending: Bool, _ body: (Row, RowText) throws(CodingFailure) -> Bool
    ) throws {
        let range = Int(max(0, numbers.lowerBound))..<min(rows.count, Int(numbers.upperBound) + 1)
        for place in range {
            let number = ascending ? place : range.upperBound - 1 - (place - range.lowerBound)
            let row = rows[number]
            let goesOn = try text.withUnsafeBytes { bytes in
                try body(
                    Row(number: Int64(number), revision: row.revision, time: 0),
                    RowText(UnsafeRawBufferPointer(rebasing: bytes[row.lines])))
            }
            guard goesOn else { return }
        }
    }

    func members(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        var members: [(String, JSONValue)] = []
        tree.root.forEachMember { key, value in members.append(("/" + JSONPointer.escape(key), value)) }
        for (path, value) in members where !tables.contains(where: path.isSpelled) {
            let writer = JSONWriter()
            writer.write(value)
            try body(path, RowText(writer.bytes))
        }
    }

    func ids(
        of table: String, after place: Int64, limit: Int, _ body: (UnsafeRawBufferPointer) -> Void
    ) -> Int64? {
        guard let ids = value(table)?["ids"] else { return nil }
        let first = place < 0 ? 0 : Int(place) + 1, end = min(ids.count, first + limit)
        for index in first..<max(first, end) {
            guard let id = ids[index] else { continue }
            let writer = JSONWriter()
            writer.write(id)
            var text = id.string ?? writer.text
            text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
        }
        return end > first ? Int64(end - 1) : nil
    }

    func element(_ id: String, of table: String) -> [UInt8]? {
        guard let element = value(table)?["entities"]?[id] else { return nil }
        let writer = JSONWriter()
        writer.write(element)
        return Array(writer.bytes)
    }

    func search(_ text: String, limit: Int) -> [String] {
        let wanted = text.lowercased()
        var found: [String] = []
        func look(at value: JSONValue, _ path: String) {
            guard found.count < limit else { return }
            let writer = JSONWriter()
            writer.write(value)
            if (path + writer.text).lowercased().contains(wanted) { found.append(path) }
        }
        try? members { path, _ in if let value = value(path) { look(at: value, path) } }
        for table in tables {
            value(table)?["entities"]?.forEachMember { key, value in
                look(at: value, "\(table)/entities/\(JSONPointer.escape(key))")
            }
        }
        return found
    }

    private func value(_ path: String) -> JSONValue? {
        JSONPointer(path).flatMap { tree.root[keys: $0.tokens[...]] }
    }

    var sizes: (file: Int, log: Int) { (text.count, 0) }
}
