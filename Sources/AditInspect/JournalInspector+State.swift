import AditJSON
import AditState

// The state at a revision: each part from the last state, by undoing those changes that were made of it since.

extension JournalInspector {
    /// A table, and the keys below it, in a pointer.
    private func split(_ pointer: JSONPointer) -> (table: String, rest: ArraySlice<String>)? {
        let text = pointer.description
        for table in index.tables where text == table || text.hasPrefix(table + "/") {
            let depth = JSONPointer(table)?.tokens.count ?? 0
            return (table, pointer.tokens.dropFirst(depth))
        }
        return nil
    }

    /// Returns a part as JSON; nil if it is absent.
    func text(of pointer: JSONPointer, at revision: Int) throws -> [UInt8]? {
        if let (table, rest) = split(pointer) {
            guard let id = rest.dropFirst().first, rest.first == "entities" else {
                return try tableText(table, rest, at: revision)
            }
            guard let element = try elementText(id, of: table, at: revision) else { return nil }
            return try part(rest.dropFirst(2), of: element)
        }
        guard let member = pointer.tokens.first else { return try stateText(at: revision) }
        guard var text = try memberText(member, at: revision) else { return nil }
        // Tables within the member.
        let nested = index.tables.filter { $0.hasPrefix("/\(JSONPointer.escape(member))/") }
        if !nested.isEmpty { text = try adding(nested, to: text, below: [member], at: revision) }
        return try part(pointer.tokens.dropFirst(), of: text)
    }

    private func part(_ keys: ArraySlice<String>, of text: [UInt8]) throws -> [UInt8]? {
        if keys.isEmpty { return text }
        return try text.withUnsafeBytes { text in
            try JSONReader.read(text, as: "a part that is") { (root) throws(CodingFailure) -> [UInt8]? in
                var value = root
                for key in keys {
                    let next = value.isArray ? JSONPointer.index(key).flatMap { value[$0] } : value[key]
                    guard let next else { return nil }
                    value = next
                }
                return value.raw.map { Array($0) }
            }
        }
    }

    /// Returns an element of a table.
    func elementText(_ id: String, of table: String, at revision: Int) throws -> [UInt8]? {
        let pointer = "\(table)/entities/\(JSONPointer.escape(id))"
        return try rewound(pointer, above: [table, ""], to: revision) { try source.element(id, of: table) }
    }

    /// Returns a member of the state, without the tables in it.
    private func memberText(_ member: String, at revision: Int) throws -> [UInt8]? {
        let pointer = "/\(JSONPointer.escape(member))"
        return try rewound(pointer, above: [""], to: revision) {
            let tree = try Array("{}".utf8).withUnsafeBytes { try JSONTree(parsing: $0) }
            var isThere = false
            try source.members { (path, value) throws(CodingFailure) in
                guard path == pointer || path.hasPrefix(pointer + "/"),
                    let keys = JSONPointer(path)?.tokens, let key = keys.last,
                    let parent = tree.root[keys: keys.dropLast()]
                else { return }
                do throws(JSONSyntaxError) {
                    _ = tree.set(try JSONTree(parsing: value.bytes), at: key, of: parent, inserting: true)
                } catch {
                    throw CodingFailure(error)
                }
                isThere = true
            }
            guard isThere, let value = tree.root[member] else { return nil }
            let writer = JSONWriter()
            writer.write(value)
            return Array(writer.bytes)
        }
    }

    /// Returns a unit as of a revision.
    ///
    /// - Parameters:
    ///   - pointers: those of the parts around it, which may have been changed as a whole.
    ///   - present: returns its last value; nil if it is absent.
    private func rewound(
        _ pointer: String, above pointers: [String], to revision: Int, present: () throws -> [UInt8]?
    ) throws -> [UInt8]? {
        var later: [(number: Int32, change: JournalIndex.Change, isWhole: Bool)] = []
        for (place, path) in ([pointer] + pointers).enumerated() {
            guard let unit = index.existingUnit(path) else { continue }
            var next = index.units[Int(unit)].newest
            while next != JournalIndex.none {
                let change = index.changes[Int(next)]
                if change.revision <= revision { break }
                later.append((next, change, change.isWhole || place > 0))
                next = change.older
            }
        }
        if later.isEmpty { return try present() }
        // The first change after the revision that is of all of it makes those behind it void; so does each of a path.
        later.sort { $0.number < $1.number }
        var needed: [JournalIndex.Change] = []
        var paths: Set<UInt32> = []
        var isCovered = false
        for (_, change, isWhole) in later where !isCovered {
            if paths.insert(change.path).inserted { needed.append(change) }
            isCovered = isWhole
        }
        guard let path = JSONPointer(pointer) else { return nil }
        let base = isCovered ? nil : try present()
        let history = try (base ?? []).withUnsafeBytes { (text) throws(JSONSyntaxError) in
            try JSONHistory(path, base: base == nil ? nil : text)
        }
        for change in needed.reversed() {
            let text = try [UInt8(ascii: "[")] + bytes(at: change.text) + [UInt8(ascii: "]")]
            try text.withUnsafeBytes { text in
                try JSONReader.read(text, as: "a change that is") { (changes) throws(CodingFailure) in
                    try history.undo(changes)
                }
            }
        }
        let writer = JSONWriter()
        guard try history.write(to: writer) == .value else { return nil }
        return Array(writer.bytes)
    }

    /// Returns a text of the journal.
    func bytes(at place: JournalIndex.Place) throws -> [UInt8] {
        var found: [UInt8]?
        try source.read(place.row...place.row, ascending: true) { (_, text) throws(CodingFailure) in
            let (begin, count) = (Int(place.offset), Int(place.count))
            if begin + count <= text.bytes.count { found = Array(text.bytes[begin..<begin + count]) }
            return false
        }
        guard let found else {
            throw CodingFailure(path: "revision", reason: "the journal has dropped what would lead there")
        }
        return found
    }

    // MARK: Tables, and all of it

    func order(of table: String, at revision: Int) -> OrderedIDs {
        index.orders[table]?.order(at: revision) ?? OrderedIDs()
    }

    /// The id of an element.
    func id(of element: Int32, in table: String) -> String {
        guard element >= 0 else { return "" }
        return JSONPointer(index.pointer(of: element))?.tokens.last ?? ""
    }

    private func tableText(_ table: String, _ rest: ArraySlice<String>, at revision: Int) throws -> [UInt8]? {
        let order = order(of: table, at: revision)
        guard order.count <= 100_000 else {
            throw CodingFailure(
                path: table,
                reason: "it has \(order.count) elements; a part of it is expected (children, from and limit)")
        }
        let writer = JSONWriter()
        let ids = order[0..<order.count].map { id(of: $0, in: table) }
        writer.write(literal: #"{"ids":"#)
        writer.writeArray(ids) { writer.write($0) }
        writer.write(literal: #","entities":{"#)
        for id in ids {
            guard let element = try elementText(id, of: table, at: revision) else { continue }
            writer.separate()
            writer.write(id)
            writer.write(literal: ":")
            element.withUnsafeBytes { writer.write(raw: $0) }
        }
        writer.write(literal: "}}")
        return try part(rest, of: Array(writer.bytes))
    }

    private func stateText(at revision: Int) throws -> [UInt8] {
        let members = try keys(below: [], at: revision).map { ($0, try text(of: JSONPointer([$0]), at: revision)) }
        let writer = JSONWriter()
        writer.writeObject {
            for case (let key, let value?) in members {
                writer.writeProperty(key) { value.withUnsafeBytes(writer.write(raw:)) }
            }
        }
        return Array(writer.bytes)
    }

    private func adding(
        _ tables: [String], to text: [UInt8], below keys: [String], at revision: Int
    ) throws -> [UInt8] {
        let tree = try text.withUnsafeBytes { try JSONTree(parsing: $0) }
        for table in tables {
            let path = JSONPointer(table)?.tokens.dropFirst(keys.count) ?? []
            guard let key = path.last, let parent = tree.root[keys: path.dropLast()],
                let value = try tableText(table, [], at: revision)
            else { continue }
            _ = tree.set(try value.withUnsafeBytes { try JSONTree(parsing: $0) }, at: key, of: parent, inserting: true)
        }
        let writer = JSONWriter()
        writer.write(tree.root)
        return Array(writer.bytes)
    }

    /// The keys of the state's members that are there, or were once.
    private func keys(below tokens: [String], at revision: Int) throws -> [String] {
        var keys: Set<String> = []
        func add(_ path: String) {
            guard let all = JSONPointer(path)?.tokens, all.count > tokens.count, all.starts(with: tokens) else {
                return
            }
            keys.insert(all[tokens.count])
        }
        try source.members { (path, _) in add(path) }
        index.tables.forEach(add)
        for member in index.members { add(index.pointer(of: member)) }
        return keys.sorted()
    }

    // MARK: A tree, level by level

    func writeChildren(
        of pointer: JSONPointer, at revision: Int, _ from: Int, _ limit: Int, to writer: JSONWriter
    ) throws {
        writer.write(literal: #"{"revision":"#)
        writer.write(revision)
        if let (table, rest) = split(pointer), rest.isEmpty {
            let order = order(of: table, at: revision)
            let range = min(max(0, from), order.count)..<min(max(0, from) + limit, order.count)
            head("table", order.count, range.lowerBound, writer)
            writer.writeArray(order[range]) { number in
                let id = id(of: number, in: table)
                write(
                    key: id, path: "\(table)/entities/\(JSONPointer.escape(id))",
                    try? elementText(id, of: table, at: revision), to: writer)
            }
            return writer.write(literal: "}")
        }
        if pointer.tokens.isEmpty {
            let keys = try keys(below: [], at: revision)
            var children: [(String, [UInt8]?)] = []
            for key in keys {
                let path = "/\(JSONPointer.escape(key))"
                if index.tables.contains(path) {
                    children.append((key, nil))
                } else if let text = try text(of: JSONPointer([key]), at: revision) {
                    children.append((key, text))
                }
            }
            head("object", children.count, 0, writer)
            writer.writeArray(children) { key, text in
                let path = "/\(JSONPointer.escape(key))"
                if text == nil {
                    return write(key: key, path: path, "table", order(of: path, at: revision).count, to: writer)
                }
                write(key: key, path: path, text, to: writer)
            }
            return writer.write(literal: "}")
        }
        guard let text = try text(of: pointer, at: revision) else {
            head("absent", 0, 0, writer)
            return writer.write(literal: "[]}")
        }
        try text.withUnsafeBytes { text in
            try JSONReader.read(text, as: "a part that is") { (value) throws(CodingFailure) in
                let count = value.isObject || value.isArray ? value.count : 0
                head(value.kindName, count, from, writer)
                writer.write(literal: "[")
                var place = -1
                func child(_ key: String, _ value: JSONReader) {
                    place += 1
                    guard place >= from, place < from + limit else { return }
                    writer.separate()
                    let path = JSONPointer(pointer.tokens + [key]).description
                    write(key: key, path: path, value.raw.map { Array($0) }, to: writer)
                }
                if value.isObject {
                    value.forEachMember { (key, value) throws(Never) in child(key, value) }
                } else if value.isArray {
                    value.forEachElement { (value) throws(Never) in child("\(place + 1)", value) }
                }
                writer.write(literal: "]")
            }
        }
        writer.write(literal: "}")
    }

    private func head(_ kind: String, _ count: Int, _ from: Int, _ writer: JSONWriter) {
        writer.write(literal: #","kind":"#)
        writer.write(kind)
        writer.write(literal: #","count":"#)
        writer.write(count)
        writer.write(literal: #","from":"#)
        writer.write(from)
        writer.write(literal: #","children":"#)
    }

    private func write(key: String, path: String, _ kind: String, _ count: Int, to writer: JSONWriter) {
        writer.writeObject {
            writer.writeProperty("key") { writer.write(key) }
            writer.writeProperty("path") { writer.write(path) }
            writer.writeProperty("kind") { writer.write(kind) }
            writer.writeProperty("count") { writer.write(count) }
        }
    }

    /// Writes a child, with its value unless that is long.
    private func write(key: String, path: String, _ text: [UInt8]?, to writer: JSONWriter) {
        guard let text else { return write(key: key, path: path, "absent", 0, to: writer) }
        writer.writeObject {
            writer.writeProperty("key") { writer.write(key) }
            writer.writeProperty("path") { writer.write(path) }
            let (kind, count) =
                text.withUnsafeBytes { text in
                    try? JSONReader.read(text, as: "a part that is") { (value) throws(CodingFailure) in
                        (value.kindName, value.isObject || value.isArray ? value.count : 0)
                    }
                } ?? ("null", 0)
            writer.writeProperty("kind") { writer.write(kind) }
            writer.writeProperty("count") { writer.write(count) }
            if text.count <= 4000 {
                writer.writeProperty("value") { text.withUnsafeBytes(writer.write(raw:)) }
            } else {
                writer.writeProperty("bytes") { writer.write(text.count) }
            }
        }
    }

    // MARK: The history of a part

    func writeHistory(
        of pointer: JSONPointer, before revision: Int, _ limit: Int, _ writer: JSONWriter
    ) throws {
        let path = pointer.description
        var pointers = [path]
        if let (table, rest) = split(pointer), let id = rest.dropFirst().first, rest.first == "entities" {
            pointers = ["\(table)/entities/\(JSONPointer.escape(id))", table, ""]
        } else if let first = pointer.tokens.first {
            pointers = ["/\(JSONPointer.escape(first))", ""]
        }
        var changes: [(Int32, JournalIndex.Change)] = []
        for unit in Set(pointers).compactMap(index.existingUnit) {
            var next = index.units[Int(unit)].newest
            while next != JournalIndex.none, changes.count < 5000 {
                let change = index.changes[Int(next)]
                if change.revision <= revision { changes.append((next, change)) }
                next = change.older
            }
        }
        changes.sort { $0.0 > $1.0 }
        var left = limit
        try writer.writeArray(changes) { _, change in
            guard left > 0 else { return }
            let text = try bytes(at: change.text)
            try text.withUnsafeBytes { text in
                try JSONReader.read(text, as: "a change that is") { (root) throws(CodingFailure) in
                    let changed = root["path"]?.string ?? ""
                    guard
                        changed == path || path.isEmpty || changed.hasPrefix(path + "/")
                            || path.hasPrefix(changed + "/") || changed.isEmpty
                    else { return writer.writeNull() }
                    left -= 1
                    writer.write(literal: #"{"revision":"#)
                    writer.write(change.revision)
                    if let event = firstEvent(of: change.revision) {
                        writer.write(literal: #","by":"#)
                        writer.write(index.words[Int(index.events[event].name)])
                        writer.write(literal: #","event":"#)
                        writer.write(event)
                    }
                    writer.write(literal: #","change":"#)
                    writer.write(raw: text)
                    writer.write(literal: "}")
                }
            }
        }
    }

    /// The first event of the batch that ends with a revision.
    func firstEvent(of revision: Int) -> Int? {
        var (low, high) = (index.events.first, index.events.end)
        while low < high {
            let middle = low + (high - low) / 2
            if index.events[middle].revision >= revision { high = middle } else { low = middle + 1 }
        }
        return low < index.events.end && index.events[low].revision == revision ? low : nil
    }
}

extension JSONReader {
    var kindName: String {
        switch kind {
        case .object: "object"
        case .array: "array"
        case .string: "string"
        case .integer, .real: "number"
        case .bool: "boolean"
        case .null: "null"
        }
    }
}
