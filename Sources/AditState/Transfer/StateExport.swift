import AditJSON

/// An export of a state as of one moment, written piece by piece: the text that `@get ""` would have returned then.
///
/// It retains the state's tables, which share memory with the ones that change meanwhile. The core's loop.
package final class StateExport {
    private enum Part {
        /// A model nested in the state, whose parts follow.
        case model
        /// The member with a number, in the order of the walk.
        case member(Int)
        case table(any TableParts)
    }

    private enum Place {
        case part
        case ids(any TableParts, Int)
        case entities(any TableParts, Int)
        case end
    }

    /// The version of the state, which is written before its members.
    private let version: Int
    private let masksSecrets: Bool
    private let visit: (PartWalk) throws(CodingFailure) -> Void
    private var parts: [(path: [String], part: Part)] = []
    private var next = 0
    private var place = Place.part
    /// The open models, by their paths, and whether each has members already.
    private var models: [(path: [String], hasMembers: Bool)] = []
    private let id = JSONWriter()

    /// The number of steps done, and their total: a member is one, an element of a table two.
    package private(set) var done = 0
    package private(set) var count = 0

    /// - Parameters:
    ///   - version: the version of the state.
    ///   - masksSecrets: whether masks are written in place of secrets. The text is marked as such, and cannot be
    ///     imported.
    ///   - visit: walks over the parts of the state, each time in the same order.
    package init(
        version: Int, masksSecrets: Bool = false, _ visit: @escaping (PartWalk) throws(CodingFailure) -> Void
    ) throws(CodingFailure) {
        self.version = version
        self.masksSecrets = masksSecrets
        self.visit = visit
        var members = 0
        try visit(
            PartWalk(
                onModel: { [unowned self] path in add(.model, path, steps: 0) },
                onMember: { [unowned self] path, _ in
                    add(.member(members), path, steps: 1)
                    members += 1
                },
                onTable: { [unowned self] path, table in add(.table(table), path, steps: 2 * table.count) }))
    }

    private func add(_ part: Part, _ path: String, steps: Int) {
        parts.append((JSONPointer(path)?.tokens ?? [], part))
        count += steps
    }

    /// Writes the next pieces, until `bytes` bytes have been written or the end is reached.
    ///
    /// - Returns: false at the end.
    /// - Throws: ``CodingFailure`` if a value has no JSON representation.
    package func writeOn(to writer: JSONWriter, bytes: Int) throws(CodingFailure) -> Bool {
        let end = writer.count + bytes
        writer.masksSecrets = masksSecrets
        defer { writer.masksSecrets = false }
        while writer.count < end {
            switch place {
            case .part: try writePart(writer)
            case .ids(let table, let position): try writeID(position, of: table, writer)
            case .entities(let table, let position): try writeElement(position, of: table, writer)
            case .end: return false
            }
        }
        return true
    }
}

// MARK: - Members

extension StateExport {
    private func writePart(_ writer: JSONWriter) throws(CodingFailure) {
        guard next < parts.count else {
            if parts.isEmpty { open([], writer) }
            close(to: -1, writer)
            return place = .end
        }
        let (path, part) = parts[next]
        next += 1
        begin(path, writer)
        switch part {
        case .model: open(path, writer)
        case .member(let number):
            do throws(CodingFailure) {
                if path.isEmpty { try writeWhole(writer) } else { try write(member: number, writer) }
            } catch { throw error.within(path) }
            done += 1
        case .table(let table):
            writer.write(literal: #"{"ids":["#)
            place = .ids(table, 0)
        }
    }

    /// Begins a part: closes models, and writes its key.
    private func begin(_ path: [String], _ writer: JSONWriter) {
        guard let key = path.last else { return }
        if models.isEmpty { open([], writer) }
        close(to: path.count - 1, writer)
        if models[models.count - 1].hasMembers { writer.write(literal: ",") }
        models[models.count - 1].hasMembers = true
        writer.write(key)
        writer.write(literal: ":")
    }

    private func open(_ path: [String], _ writer: JSONWriter) {
        writer.write(literal: "{")
        models.append((path, path.isEmpty))
        if path.isEmpty { writeVersion(writer) }
    }

    private func writeVersion(_ writer: JSONWriter) {
        writer.write(StateUpgrade.key)
        writer.write(literal: ":")
        writer.write(version)
        if masksSecrets { writer.write(literal: StateUpgrade.masked) }
    }

    /// Closes the models that are deeper than `depth` keys.
    private func close(to depth: Int, _ writer: JSONWriter) {
        while let last = models.last, last.path.count > depth {
            writer.write(literal: "}")
            models.removeLast()
        }
    }

    private func write(member number: Int, _ writer: JSONWriter) throws(CodingFailure) {
        var seen = 0
        try visit(
            PartWalk(
                onMember: { _, write throws(CodingFailure) in
                    if seen == number { try write(writer) }
                    seen += 1
                }, onTable: { _, _ in }))
    }

    /// Writes a state that is one value. It has a version only if it is an object.
    private func writeWhole(_ writer: JSONWriter) throws(CodingFailure) {
        let text = JSONWriter()
        text.masksSecrets = masksSecrets
        try write(member: 0, text)
        guard text.bytes.first == UInt8(ascii: "{") else { return writer.write(raw: text.bytes) }
        writer.write(literal: "{")
        writeVersion(writer)
        if text.count > 2 { writer.write(literal: ",") }
        writer.write(raw: UnsafeRawBufferPointer(rebasing: text.bytes[1...]))
    }
}

// MARK: - Tables

extension StateExport {
    private func writeID(_ position: Int, of table: any TableParts, _ writer: JSONWriter) throws(CodingFailure) {
        guard position < table.count else {
            writer.write(literal: #"],"entities":{"#)
            return place = .entities(table, 0)
        }
        if position > 0 { writer.write(literal: ",") }
        try write(id: position, of: table, writer)
        done += 1
        place = .ids(table, position + 1)
    }

    private func writeElement(_ position: Int, of table: any TableParts, _ writer: JSONWriter) throws(CodingFailure) {
        guard position < table.count else {
            writer.write(literal: "}}")
            return place = .part
        }
        if position > 0 { writer.write(literal: ",") }
        try write(id: position, of: table, writer)
        writer.write(literal: ":")
        do throws(CodingFailure) { try table.writeElement(position, to: writer) } catch {
            throw error.within(parts[next - 1].path + ["entities", id.text])
        }
        done += 1
        place = .entities(table, position + 1)
    }

    private func write(id position: Int, of table: any TableParts, _ writer: JSONWriter) throws(CodingFailure) {
        id.truncate(to: 0)
        do throws(CodingFailure) { try table.writeID(position, to: id) } catch {
            throw error.within(parts[next - 1].path + ["ids"])
        }
        writer.write(utf8: id.bytes.assumingMemoryBound(to: UInt8.self))
    }
}
