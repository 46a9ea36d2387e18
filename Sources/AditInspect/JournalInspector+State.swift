import AditJSON
import AditState

// The state at a revision: each part from the last state, by undoing those changes that were made of it since.

extension String {
    /// Whether a pointer leads to a part or into it.
    func isWithin(_ part: String) -> Bool {
        guard utf8.starts(with: part.utf8) else { return false }
        let rest = utf8.dropFirst(part.utf8.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }
}

extension JournalInspector {
    /// A table, and the keys below it, in a pointer.
    func split(_ pointer: JSONPointer) -> (table: String, rest: ArraySlice<String>)? {
        let text = pointer.description
        for table in index.tables where text.isWithin(table) {
            let depth = JSONPointer(table)?.tokens.count ?? 0
            return (table, pointer.tokens.dropFirst(depth))
        }
        return nil
    }

    /// Returns a part as JSON; nil if it is absent.
    func text(of pointer: JSONPointer, at revision: Int) throws -> [UInt8]? {
        if let (table, rest) = split(pointer) {
            guard let id = rest.dropFirst().first, rest.first?.isSpelled(as: "entities") == true else {
                return try tableText(table, rest, at: revision)
            }
            guard let element = try elementText(id, of: table, at: revision) else { return nil }
            return try part(rest.dropFirst(2), of: element)
        }
        guard let member = pointer.tokens.first else { return try stateText(at: revision) }
        guard var text = try memberText(member, at: revision) else { return nil }
        // Tables within the member.
        let nested = index.tables.filter { $0.isWithin("/\(JSONPointer.escape(member))") }
        if !nested.isEmpty { text = try adding(nested, to: text, at: revision) }
        return try part(pointer.tokens.dropFirst(), of: text)
    }

    private func part(_ keys: ArraySlice<String>, of text: [UInt8]) throws -> [UInt8]? {
        if keys.isEmpty { return text }
        return try text.withUnsafeBytes { text in
            try JSONReader.read(text, as: "a part that is") { (root) throws(CodingFailure) in
                root[keys: keys]?.raw.map { Array($0) }
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
                guard path.isWithin(pointer), let keys = JSONPointer(path)?.tokens, let key = keys.last,
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
        index.orders[ByteString(table)]?.order(at: revision) ?? OrderedIDs()
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
        let members = try memberKeys().map { ($0, try text(of: JSONPointer([$0]), at: revision)) }
        let writer = JSONWriter()
        writer.writeObject {
            for case (let key, let value?) in members {
                writer.writeProperty(key) { value.withUnsafeBytes(writer.write(raw:)) }
            }
        }
        return Array(writer.bytes)
    }

    /// Adds the tables in a member to its text.
    private func adding(_ tables: [String], to text: [UInt8], at revision: Int) throws -> [UInt8] {
        let tree = try text.withUnsafeBytes { try JSONTree(parsing: $0) }
        for table in tables {
            let path = JSONPointer(table)?.tokens.dropFirst() ?? []
            guard let key = path.last, let parent = tree.root[keys: path.dropLast()],
                let value = try tableText(table, [], at: revision)
            else { continue }
            _ = tree.set(try value.withUnsafeBytes { try JSONTree(parsing: $0) }, at: key, of: parent, inserting: true)
        }
        let writer = JSONWriter()
        writer.write(tree.root)
        return Array(writer.bytes)
    }

    /// The keys of the state's members that are there, or were once, in the order of their bytes.
    func memberKeys() throws -> [String] {
        var keys: Set<ByteString> = []
        func add(_ path: String) {
            if let key = JSONPointer(path)?.tokens.first { keys.insert(ByteString(key)) }
        }
        try source.members { (path, _) in add(path) }
        index.tables.forEach(add)
        for member in index.members { add(index.pointer(of: member)) }
        return keys.sorted().map(\.string)
    }
}
