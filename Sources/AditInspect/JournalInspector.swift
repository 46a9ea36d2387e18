import AditJSON
import AditSQLite
import AditState

/// Answers questions about the journal of a store, or a recording, and about the state at each of its revisions.
///
/// It reads the file alone: it needs no core, and a core that has the store open does not notice it. Questions and answers
/// are JSON (``answer(_:)``). One thread at a time.
public final class JournalInspector: @unchecked Sendable {  // Used by one thread at a time.
    let source: any HistorySource
    var index: JournalIndex
    /// What masks the secrets in answers.
    public var secrets = Secrets.unknown
    /// What is left out of the file, and why; nil if nothing is.
    private(set) var remark: String?
    /// The first row of the journal when it was opened, and the number of its rows.
    private var extent: (first: Int64, count: Int)?
    private let path: String
    /// The last events, before anything else is known; nil once it is.
    private var glance: JournalIndex?
    /// Whether the source shows the same commit until the ids of tables are known.
    private var isHeld = false
    /// The ids of a table so far, and the place of the last one.
    private var unfinished: (ids: OrderedIDs, after: Int64)?
    /// The events of a filter, the newest first, until there are others.
    var found: (filter: EventFilter, end: Int, first: Int, events: [Int32])?

    /// Opens a store or a recording.
    ///
    /// - Throws: an error whose description says why it cannot be read.
    public init(_ path: String) throws {
        self.path = path
        if try JournalInspector.isStore(path) {
            source = try StoreReader(path)
        } else {
            let recording = try RecordingSource(path, text: JournalInspector.bytes(of: path))
            remark = recording.remark
            source = recording
        }
        index = JournalIndex(tables: source.tables)
        // A first glance: the last rows, without what they changed.
        glance = JournalIndex(tables: [])
        try source.begin()
        isHeld = true
        guard let bounds = try source.bounds() else { return }
        extent = (bounds.first, Int(bounds.last - bounds.first) + 1)
        var left = 200_000
        try source.read(bounds.first...bounds.last, ascending: false) { row, text throws(CodingFailure) in
            // Damage is reported when it is read again.
            do throws(CodingFailure) { try glance?.take(row, text, isNewer: false) } catch { return false }
            left -= text.bytes.count
            return left > 0
        }
    }

    /// What is known of the secrets of the app.
    public enum Secrets {
        /// Nothing: values are refused.
        case unknown
        /// They are shown.
        case shown
        case masked(CatalogMask)
    }

    /// What may leave the program of a part of the state.
    func shown(_ text: [UInt8], at pointer: JSONPointer) -> [UInt8] {
        if case .masked(let mask) = secrets { mask.masked(text, at: pointer) } else { text }
    }

    /// - Throws: ``CodingFailure`` while values cannot be masked.
    private func checkSecrets() throws(CodingFailure) {
        guard case .unknown = secrets else { return }
        throw CodingFailure(
            path: "",
            reason: "the app's catalog is not known, so its secrets cannot be masked; --show-secrets shows all")
    }

    /// The parts of the last state that contain a text, but not in a secret.
    private func search(_ text: String, limit: Int) throws -> [String] {
        let found = try source.search(text, limit: limit)
        guard case .masked(let mask) = secrets, mask.hasSecrets else { return found }
        return try found.filter { path in
            guard let pointer = JSONPointer(path), let value = try self.text(of: pointer, at: last) else {
                return false
            }
            let shown = path + String(decoding: shown(value, at: pointer), as: UTF8.self)
            return shown.lowercased().contains(text.lowercased())
        }
    }

    /// Takes the ids of tables, for about some milliseconds. All of them are of one commit, in which the last row was written.
    private func prepare(until end: Int) throws {
        for table in index.tables where index.orders[ByteString(table)] == nil {
            var (ids, after) = unfinished ?? (OrderedIDs(), Int64.min)
            unfinished = nil
            while let last = try source.ids(
                of: table, after: after, limit: 10_000,
                { id in
                    ids.append(index.element(id, of: table))
                })
            {
                after = last
                guard MonotonicTime.now.nanoseconds < end else {
                    unfinished = (ids, after)
                    return
                }
            }
            index.orders[ByteString(table)] = ElementOrder(ids)
        }
        if let glance, let rows = glance.rows {
            // The last row, whose revision is that of the state.
            try source.read(rows.upperBound...rows.upperBound, ascending: true) { row, text throws(CodingFailure) in
                try take(row, text, isNewer: false)
                return true
            }
        }
        glance = nil
        isHeld = false
        source.end()
    }

    /// Waits until the ids of tables are known.
    private func finishPreparing() throws { while glance != nil { try prepare(until: .max) } }

    private func begin() throws { if !isHeld { try source.begin() } }
    private func end() { if !isHeld { source.end() } }

    /// The app that the state belongs to.
    public var app: String { source.app }

    private static func isStore(_ path: String) throws -> Bool {
        try bytes(of: path, limit: 16).starts(with: "SQLite format 3\0".utf8)
    }

    /// - Parameter limit: the most bytes; nil for all.
    private static func bytes(of path: String, limit: Int? = nil) throws -> [UInt8] {
        do throws(SystemError) {
            let count = if let limit { limit } else { try FileStatus(of: path).size }
            return try FileSystem.prefix(count, of: path)
        } catch {
            throw StorageFailure(.failed, "\(path): \(error.text)")
        }
    }

    // MARK: Reading on

    /// Whether the index does not go back to the beginning of the journal yet.
    public var isReading: Bool {
        if glance != nil { return true }
        guard let extent, index.obstacle == nil, let rows = index.rows else { return false }
        return rows.lowerBound > extent.first
    }

    /// Reads older rows for about some milliseconds.
    public func readOn(milliseconds: Int) {
        let end = MonotonicTime.now.nanoseconds + milliseconds * 1_000_000
        do {
            if glance != nil { return try prepare(until: end) }
            guard isReading, let extent, let rows = index.rows else { return }
            try begin()
            defer { self.end() }
            let before = rows.lowerBound
            try source.read(extent.first...(before - 1), ascending: false) { row, text throws(CodingFailure) in
                try take(row, text, isNewer: false)
                return index.obstacle == nil && MonotonicTime.now.nanoseconds < end
            }
            // Nothing came: the journal has dropped the rest meanwhile.
            if index.obstacle == nil, index.rows?.lowerBound == before {
                index.obstacle = "The journal has dropped what was before."
            }
        } catch {
            if isHeld { source.end() }
            (index.obstacle, glance, isHeld) = ("\(error)", nil, false)
        }
    }

    /// Takes rows that were written since. Between `begin` and `end` of the source.
    private func readNew() throws {
        guard let bounds = try source.bounds(), bounds.last > index.rows?.upperBound ?? (bounds.first - 1) else {
            return
        }
        let first = index.rows.map { $0.upperBound + 1 } ?? bounds.first
        if extent == nil { extent = (bounds.first, 1) }
        try source.read(first...bounds.last, ascending: true) { row, text throws(CodingFailure) in
            try index.take(row, text, isNewer: true)
            return true
        }
    }

    private func take(_ row: HistorySource.Row, _ text: RowText, isNewer: Bool) throws(CodingFailure) {
        do throws(CodingFailure) { try index.take(row, text, isNewer: isNewer) } catch {
            index.obstacle = error.reason
        }
    }

    // MARK: Answers

    /// Answers a question, such as `{"children":{"path":"/items","revision":7,"limit":50}}`.
    ///
    /// - Returns: a JSON object: `{"result": …}` or `{"error": TEXT}`.
    public func answer(_ question: [UInt8]) -> String {
        var written = Result { try write(answerTo: question) }
        if case .failure(let error) = written, error is StorageFailure, !isHeld {
            // It may have been opened or closed at that moment.
            written = Result {
                try source.reopen()
                return try write(answerTo: question)
            }
        }
        switch written {
        case .success(let text): return text
        case .failure(let error):
            let writer = JSONWriter()
            writer.writeObject { writer.writeProperty("error") { writer.write("\(error)") } }
            return writer.text
        }
    }

    private func write(answerTo question: [UInt8]) throws -> String {
        let writer = JSONWriter()
        try begin()
        defer { end() }
        writer.write(literal: #"{"result":"#)
        try question.withUnsafeBytes { text in
            try JSONReader.read(text, as: "a question that is") { (root) throws(CodingFailure) in
                Result { try answer(root, writer) }
            }.get()
        }
        writer.write(literal: "}")
        return writer.text
    }

    private func answer(_ root: JSONReader, _ writer: JSONWriter) throws {
        if let glance {
            // These need no more than the last events.
            let whole = index
            defer { if self.glance != nil { index = whole } }
            if root["status"] != nil || root["events"] != nil { index = glance } else { try finishPreparing() }
            return try answerNow(root, writer)
        }
        try readNew()
        try answerNow(root, writer)
    }

    private func answerNow(_ root: JSONReader, _ writer: JSONWriter) throws {
        func integer(_ value: JSONReader, _ key: String) -> Int? { value[key]?.integer.map { Int($0) } }
        if root["status"] != nil { return writeStatus(to: writer) }
        if let value = root["events"] {
            return try writeEvents(
                EventFilter(value), integer(value, "from") ?? 0, integer(value, "limit") ?? 100, writer)
        }
        if let value = root["event"] { return try writeEvent(integer(value, "number") ?? 0, to: writer) }
        if let value = root["batch"] { return try writeBatch(of: integer(value, "revision") ?? 0, to: writer) }
        try checkSecrets()
        if let value = root["children"] {
            return try writeChildren(
                of: try pointer(value), at: try revision(value), integer(value, "from") ?? 0,
                min(integer(value, "limit") ?? 100, 1000), to: writer)
        }
        if let value = root["value"] {
            let pointer = try pointer(value)
            guard let whole = try text(of: pointer, at: revision(value)) else { return writer.writeNull() }
            let text = shown(whole, at: pointer)
            writer.write(literal: #"{"value":"#)
            text.withUnsafeBytes { writer.write(raw: $0) }
            return writer.write(literal: "}")
        }
        if let value = root["history"] {
            return try writeHistory(of: pointer(value), before: revision(value), integer(value, "limit") ?? 50, writer)
        }
        if root["pending"] != nil { return try writePending(to: writer) }
        if let value = root["search"] {
            let found = try search(value["text"]?.string ?? "", limit: integer(value, "limit") ?? 100)
            return writer.writeArray(found) { writer.write($0) }
        }
        throw CodingFailure(
            path: "",
            reason:
                "found \(root.description); one of status, events, event, batch, children, value, history, pending, search is expected"
        )
    }

    private func pointer(_ value: JSONReader) throws(CodingFailure) -> JSONPointer {
        guard let pointer = JSONPointer(value["path"]?.string ?? "") else {
            throw CodingFailure(
                path: "path", reason: "found \(value["path"]?.description ?? ""); a JSON Pointer is expected")
        }
        return pointer
    }

    /// The revision in a question: one that ends a batch. By default, the last one.
    private func revision(_ value: JSONReader) throws(CodingFailure) -> Int {
        guard let asked = value["revision"]?.integer else { return last }
        guard asked >= first, asked <= last else {
            throw CodingFailure(path: "revision", reason: "found \(asked); one from \(first) to \(last) is expected")
        }
        return Int(asked)
    }

    /// The last revision.
    var last: Int { index.batches.isEmpty ? 0 : index.batches[index.batches.end - 1].revision }
    /// The first revision whose state is known.
    var first: Int { index.batches.isEmpty ? 0 : index.batches[index.batches.first].from }

    private func writeStatus(to writer: JSONWriter) {
        let done = index.rows.map { Int($0.upperBound - $0.lowerBound) + 1 } ?? 0
        writer.writeObject {
            writer.writeProperty("path") { writer.write(path) }
            writer.writeProperty("app") { writer.write(source.app) }
            writer.writeProperty("isReading") { writer.write(isReading) }
            writer.writeProperty("rows") { writer.write(done) }
            writer.writeProperty("of") { writer.write(max(done, extent?.count ?? 0)) }
            writer.writeProperty("events") { writer.write(index.events.count) }
            writer.writeProperty("end") { writer.write(index.events.end) }
            writer.writeProperty("first") { writer.write(first) }
            writer.writeProperty("last") { writer.write(last) }
            writer.writeProperty("bytes") { writer.write(source.sizes.file) }
            writer.writeProperty("logBytes") { writer.write(source.sizes.log) }
            writer.writeProperty("isRecording") { writer.write(source is RecordingSource) }
            let remarks = [remark, index.obstacle].compactMap { $0 }
            if !remarks.isEmpty { writer.writeProperty("remark") { writer.write(remarks.joined(separator: " ")) } }
        }
    }
}

extension JSONWriter {
    func writeArray<T>(_ elements: some Sequence<T>, _ body: (T) throws -> Void) rethrows {
        write(literal: "[")
        for element in elements {
            separate()
            try body(element)
        }
        write(literal: "]")
    }
}
