import AditJSON

/// A state as JSON, for a migration to edit. A value in the form of a table, `{"ids", "entities"}`, is one; any other
/// object may be a model with members or a value. The core's loop.
final class StateTree: RowEditor {
    fileprivate struct Elements {
        var ids: [String]
        var values: [ByteString: JSON]
    }

    private var root: JSON
    /// The records beside the state.
    private(set) var records: [String: JSON]
    private var elements: [ByteString: Elements] = [:]
    private let writer = JSONWriter()

    /// - Parameter isWhole: whether the state is one value, without tables.
    init(_ state: JSON, records: [String: JSON] = [:], isWhole: Bool) {
        root = state
        self.records = records
        if !isWhole { root = withoutTables(state, []) ?? .null }
    }

    /// The state with its tables.
    var state: JSON {
        var state = root
        // In the order in which an object keeps them, each is put at its end.
        for (path, table) in elements.sorted(by: { $0.key < $1.key }) {
            let ids = JSON.array(table.ids.map { .string($0) })
            state.set(.object(["ids": ids, "entities": .object(table.object)]), at: keys(path.string))
        }
        return state
    }

    /// Moves the tables in a value to ``elements``.
    ///
    /// - Returns: the value without them; nil if it is a table itself.
    private func withoutTables(_ value: JSON, _ path: [String]) -> JSON? {
        guard case .object(let members) = value else { return value }
        if !path.isEmpty, let table = Elements(members) {
            elements[ByteString(pointer(path))] = table
            return nil
        }
        return .object(
            JSONObject(
                members.lazy.compactMap { key, member in
                    self.withoutTables(member, path + [key]).map { (key: key, value: $0) }
                }))
    }

    private func pointer(_ keys: [String]) -> String { keys.map { "/" + JSONPointer.escape($0) }.joined() }

    private func keys(_ path: String) -> ArraySlice<String> { (JSONPointer(path)?.tokens ?? [path])[...] }

    // MARK: Members

    var members: [String] {
        var paths: [String] = []
        func add(_ value: JSON, _ path: [String]) {
            if !path.isEmpty { paths.append(pointer(path)) }
            guard case .object(let members) = value else { return }
            for (key, member) in members { add(member, path + [key]) }
        }
        add(root, [])
        return paths + records.keys
    }

    func readMember(_ member: String, _ body: (RowText) throws -> Void) throws {
        let value = isRecord(member) ? records[member] : root.value(at: keys(member))
        if let value { try withText(of: value, body) }
    }

    func put(_ value: RowText, of member: String) throws(StorageFailure) {
        let value = try json(value, at: member)
        if isRecord(member) { records[member] = value } else { root.set(value, at: keys(member)) }
    }

    func remove(_ member: String) {
        if isRecord(member) { records[member] = nil } else { root.remove(at: keys(member)) }
    }

    // MARK: Tables

    var tables: [String] { elements.keys.sorted().map(\.string) }

    func declare(_ table: String) {
        if elements[ByteString(table)] == nil { elements[ByteString(table)] = Elements(ids: [], values: [:]) }
    }

    func rename(_ table: String, to other: String) {
        elements[ByteString(other)] = elements.removeValue(forKey: ByteString(table))
    }

    func drop(_ table: String) { elements[ByteString(table)] = nil }

    func lastID(in table: String) -> String? { elements[ByteString(table)]?.ids.last }

    func readElement(_ id: RowText, of table: String, _ body: (RowText) throws -> Void) throws {
        if let value = elements[ByteString(table)]?.values[ByteString(id.string)] { try withText(of: value, body) }
    }

    func editElements(of table: String, _ body: (_ id: RowText, _ value: RowText) throws -> RowEdit) throws {
        guard let old = elements[ByteString(table)] else { return }
        for id in old.ids {
            guard let value = old.values[ByteString(id)] else { continue }
            var id = id
            try withText(of: value) { value in
                let edit = try id.withUTF8 { try body(RowText(UnsafeRawBufferPointer($0)), value) }
                switch edit {
                case .keep: break
                case .replace(let text): elements[ByteString(table)]?.values[ByteString(id)] = try json(text, at: table)
                case .remove: elements[ByteString(table)]?.values[ByteString(id)] = nil
                }
            }
        }
        if let left = elements[ByteString(table)]?.values, left.count < old.ids.count {
            elements[ByteString(table)]?.ids.removeAll { left[ByteString($0)] == nil }
        }
    }

    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        let (id, value) = (id.string, try json(value, at: table))
        guard let ids = elements[ByteString(table)]?.ids else { throw missing("table \(table)") }
        guard elements[ByteString(table)]?.values[ByteString(id)] == nil else {
            throw StorageFailure(.schema, "found \(id) in \(table); an id that is not there is expected")
        }
        var index = 0
        if let place = place?.string {
            let isLast = ids.last?.isSpelled(as: place) ?? false
            guard let found = isLast ? ids.count - 1 : ids.firstIndex(where: place.isSpelled) else {
                throw missing("\(place) in \(table)")
            }
            index = found + 1
        }
        elements[ByteString(table)]?.ids.insert(id, at: index)
        elements[ByteString(table)]?.values[ByteString(id)] = value
    }

    func replace(_ value: RowText, _ id: RowText, in table: String) throws(StorageFailure) {
        guard elements[ByteString(table)]?.values[ByteString(id.string)] != nil else {
            throw missing("\(id.string) in \(table)")
        }
        elements[ByteString(table)]?.values[ByteString(id.string)] = try json(value, at: table)
    }

    func move(_ id: RowText, in table: String, after place: RowText?) throws(StorageFailure) {
        guard let value = elements[ByteString(table)]?.values[ByteString(id.string)] else {
            throw missing("\(id.string) in \(table)")
        }
        try remove(id, in: table)
        try withBytes(of: value) { (value) throws(StorageFailure) in try insert(value, id, in: table, after: place) }
    }

    func remove(_ id: RowText, in table: String) throws(StorageFailure) {
        let id = id.string
        guard elements[ByteString(table)]?.values.removeValue(forKey: ByteString(id)) != nil else {
            throw missing("\(id) in \(table)")
        }
        elements[ByteString(table)]?.ids.removeAll(where: id.isSpelled)
    }

    func removeAll(in table: String) { elements[ByteString(table)] = Elements(ids: [], values: [:]) }

    // MARK: Texts

    private func json(_ text: RowText, at place: String) throws(StorageFailure) -> JSON {
        guard let value = JSON(text.bytes) else { throw StorageFailure(.schema, "\(place): found what is no JSON") }
        return value
    }

    private func withBytes(
        of value: JSON, _ body: (RowText) throws(StorageFailure) -> Void
    ) throws(StorageFailure) {
        let text = JSONWriter()
        do { try value.write(to: text) } catch { throw StorageFailure(.schema, "\(error)") }
        try body(RowText(text.bytes))
    }

    private func withText(of value: JSON, _ body: (RowText) throws -> Void) throws {
        writer.truncate(to: 0)
        try value.write(to: writer)
        let bytes = Array(writer.bytes)
        try bytes.withUnsafeBytes { try body(RowText($0)) }
    }

    private func missing(_ what: String) -> StorageFailure {
        StorageFailure(.schema, "found no \(what); it is expected to be there")
    }
}

extension StateTree.Elements {
    /// nil if the object does not have the form of a table.
    fileprivate init?(_ members: JSONObject) {
        guard members.count == 2, case .array(let texts)? = members["ids"],
            case .object(let values)? = members["entities"], texts.count == values.count
        else { return nil }
        var ids: [String] = []
        for text in texts {
            guard case .string(let id) = text, values[id] != nil else { return nil }
            ids.append(id)
        }
        self.init(
            ids: ids, values: Dictionary(uniqueKeysWithValues: values.map { (ByteString($0.key), $0.value) }))
    }

    /// The elements by their ids.
    fileprivate var object: JSONObject {
        JSONObject(values.lazy.map { (key: $0.key.string, value: $0.value) })
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
