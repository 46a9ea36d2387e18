import AditJSON

/// A state as JSON, for a migration to edit. A value in the form of a table, `{"ids", "entities"}`, is one, and is held
/// as rows, as the records beside the state are; any other object may be a model with members or a value. The core's
/// loop.
final class StateTree: MemoryRows<JSON> {
    /// The state without its tables.
    private var root: JSON

    /// - Parameters:
    ///   - records: the records beside the state.
    ///   - isWhole: whether the state is one value, without tables.
    init(_ state: JSON, records: [ByteString: JSON] = [:], isWhole: Bool) {
        root = state
        super.init()
        contents.members = records
        if !isWhole { root = withoutTables(state, []) ?? .null }
    }

    /// The records beside the state.
    var records: [ByteString: JSON] { contents.members }

    /// The state with its tables.
    var state: JSON {
        var state = root
        // In the order in which an object keeps them, each is put at its end.
        for (path, rows) in contents.tables.sorted(by: { $0.key < $1.key }) {
            let ids = JSON.array(rows.map { .string($0.id.string) })
            let entities = JSONObject(rows.lazy.map { (key: $0.id.string, value: $0.value) })
            state.set(.object(["ids": ids, "entities": .object(entities)]), at: keys(path.string))
        }
        return state
    }

    /// Moves the tables in a value to the rows.
    ///
    /// - Returns: the value without them; nil if it is a table itself.
    private func withoutTables(_ value: JSON, _ path: [String]) -> JSON? {
        guard case .object(let members) = value else { return value }
        if !path.isEmpty, let rows = rows(of: members) {
            contents.tables[ByteString(pointer(path))] = rows
            return nil
        }
        return .object(
            JSONObject(
                members.lazy.compactMap { key, member in
                    self.withoutTables(member, path + [key]).map { (key: key, value: $0) }
                }))
    }

    /// Returns the rows of an object; nil if it does not have the form of a table.
    private func rows(of members: JSONObject) -> Table<RowBytes, Row>? {
        guard members.count == 2, case .array(let ids)? = members["ids"],
            case .object(let entities)? = members["entities"], ids.count == entities.count
        else { return nil }
        var rows: Table<RowBytes, Row> = []
        for id in ids {
            guard case .string(let id) = id, let value = entities[id],
                rows.append(Row(id: RowBytes(id), value: value))
            else { return nil }
        }
        return rows
    }

    private func pointer(_ keys: [String]) -> String { JSONPointer(keys).description }

    private func keys(_ path: String) -> ArraySlice<String> { (JSONPointer(path)?.tokens ?? [path])[...] }

    // MARK: Members

    override var members: [String] {
        var paths: [String] = []
        func add(_ value: JSON, _ path: [String]) {
            if !path.isEmpty { paths.append(pointer(path)) }
            guard case .object(let members) = value else { return }
            for (key, member) in members { add(member, path + [key]) }
        }
        add(root, [])
        return paths + super.members
    }

    override func readMember(_ member: String, _ body: (RowText) throws -> Void) throws {
        if isRecord(member) { return try super.readMember(member, body) }
        try root.value(at: keys(member))?.withText(body)
    }

    override func put(_ value: RowText, of member: String) throws(StorageFailure) {
        if isRecord(member) { return try super.put(value, of: member) }
        root.set(try JSON(stored: value, at: member), at: keys(member))
    }

    override func remove(_ member: String) throws(StorageFailure) {
        if isRecord(member) { return try super.remove(member) }
        root.remove(at: keys(member))
    }
}

extension JSON: MemoryRowValue {
    func withText(_ body: (RowText) throws -> Void) throws {
        let text = JSONWriter()
        try write(to: text)
        try body(RowText(text.bytes))
    }
}

extension JSON {
    /// Returns the value at a path of keys; nil if absent.
    fileprivate func value(at keys: ArraySlice<String>) -> JSON? {
        guard let key = keys.first else { return self }
        guard case .object(let members) = self else { return nil }
        return members[key]?.value(at: keys.dropFirst())
    }

    /// Sets the value at a path of keys, and creates missing objects on the way.
    fileprivate mutating func set(_ value: JSON, at keys: ArraySlice<String>) {
        guard let key = keys.first else { return self = value }
        var members = JSONObject()
        if case .object(let present) = self { members = present }
        // Avoids a copy during the change.
        self = .null
        var member = members[key] ?? .object([:])
        members[key] = nil
        member.set(value, at: keys.dropFirst())
        members[key] = member
        self = .object(members)
    }

    fileprivate mutating func remove(at keys: ArraySlice<String>) {
        guard let key = keys.first, case .object(var members) = self else { return }
        if keys.count == 1 {
            members[key] = nil
        } else {
            members[key]?.remove(at: keys.dropFirst())
        }
        self = .object(members)
    }
}
