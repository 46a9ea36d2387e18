import AditJSON

/// The stored rows of a state, for a migration to edit: members and tables, identified by their JSON Pointers, with
/// values as ``JSON``.
///
/// Only tables that are members of the state, or of models nested in it, count as tables: one within an element or an
/// optional is a part of that value. A nested model has a separate row, `{}`, and rows for its members.
///
/// It is valid during the call that received it only.
public final class StoredRows {
    let editor: any RowEditor
    private let writer = JSONWriter()

    /// The rows that an engine edits.
    public init(_ editor: any RowEditor) { self.editor = editor }

    // MARK: Members

    /// The members that have values.
    public var members: [String] { get throws { try editor.members.filter { !isRecord($0) } } }

    /// The tables.
    public var tables: [String] { get throws { try editor.tables } }

    /// Returns the value of a member; nil if absent.
    public func value(of member: String) throws -> JSON? {
        var value: JSON?
        try editor.readMember(member) { value = try JSON(stored: $0, at: member) }
        return value
    }

    /// Sets the value of a member, new or not.
    public func set(_ value: JSON, of member: String) throws {
        try value.withText { try editor.put($0, of: member) }
    }

    /// Renames a member, a nested model with all its rows, or a table.
    ///
    /// - Throws: ``StorageFailure`` if `path` does not exist, or if `other` does.
    public func rename(_ path: String, to other: String) throws {
        let members = try within(path, editor.members)
        let tables = try within(path, editor.tables)
        guard !members.isEmpty || !tables.isEmpty else { throw absent(path) }
        guard try within(other, editor.members).isEmpty, try within(other, editor.tables).isEmpty else {
            throw StorageFailure(.schema, "\(path) cannot be renamed: \(other) is there already")
        }
        // By bytes: the end of a key and the slash behind it may be one character.
        func renamed(_ row: String) -> String { other + (String(row.utf8.dropFirst(path.utf8.count)) ?? "") }
        for member in members {
            guard let value = try value(of: member) else { continue }
            try editor.remove(member)
            try set(value, of: renamed(member))
        }
        for table in tables { try editor.rename(table, to: renamed(table)) }
    }

    /// Removes a member, a nested model with all its rows, or a table with its elements.
    ///
    /// - Throws: ``StorageFailure`` if `path` does not exist.
    public func remove(_ path: String) throws {
        let members = try within(path, editor.members)
        let tables = try within(path, editor.tables)
        guard !members.isEmpty || !tables.isEmpty else { throw absent(path) }
        for member in members { try editor.remove(member) }
        for table in tables { try editor.drop(table) }
    }

    // MARK: Tables

    /// Adds an empty table, unless it exists.
    public func declare(_ table: String) throws { try editor.declare(table) }

    /// Passes the elements of a table to `body`, in their order; only one at a time is in memory.
    public func readElements(of table: String, _ body: (_ id: String, _ element: JSON) throws -> Void) throws {
        try editElements(of: table) { id, element in
            try body(id, element)
            return .keep
        }
    }

    /// Edits the members of each element of a table, in their order; only one at a time is in memory. Unchanged
    /// elements are not written.
    ///
    /// - Throws: ``StorageFailure`` if an element is not an object, and the errors of `body`.
    public func updateElements(of table: String, _ body: (inout JSONObject) throws -> Void) throws {
        try editElements(of: table) { id, element in
            guard case .object(let old) = element else {
                throw StorageFailure(.schema, "\(table)/entities/\(id) is no object")
            }
            var new = old
            try body(&new)
            return try new == old ? .keep : .replace(text(of: .object(new)))
        }
    }

    /// Removes the elements of a table for which `body` returns true.
    public func removeElements(of table: String, where body: (_ id: String, _ element: JSON) throws -> Bool) throws {
        try editElements(of: table) { id, element in try body(id, element) ? .remove : .keep }
    }

    private func editElements(
        of table: String, _ body: (_ id: String, _ element: JSON) throws -> RowEdit
    ) throws {
        try checkTable(table)
        try editor.editElements(of: table) { id, value in
            try body(id.string, JSON(stored: value, at: "\(table)/entities/\(id.string)"))
        }
    }

    /// Returns an element of a table; nil if the id is unknown.
    public func element(_ id: String, of table: String) throws -> JSON? {
        try checkTable(table)
        var element: JSON?
        try withRow(id) { id in
            try editor.readElement(id, of: table) {
                element = try JSON(stored: $0, at: "\(table)/entities/\(id.string)")
            }
        }
        return element
    }

    /// Inserts an element after another one; as the first if `place` is nil.
    public func insert(_ element: JSON, id: String, in table: String, after place: String?) throws {
        try checkTable(table)
        try element.withText { element in
            try withRow(id) { id in
                guard let place else { return try editor.insert(element, id, in: table, after: nil) }
                try withRow(place) { try editor.insert(element, id, in: table, after: $0) }
            }
        }
    }

    /// Appends an element.
    public func append(_ element: JSON, id: String, to table: String) throws {
        try checkTable(table)
        try insert(element, id: id, in: table, after: editor.lastID(in: table))
    }

    /// Removes an element.
    public func removeElement(_ id: String, of table: String) throws {
        try checkTable(table)
        try withRow(id) { try editor.remove($0, in: table) }
    }

    private func checkTable(_ table: String) throws {
        guard try editor.tables.contains(where: table.isSpelled) else { throw absent(table) }
    }

    private func absent(_ path: String) -> StorageFailure {
        StorageFailure(.schema, "there is no \(path) in what is stored")
    }

    // MARK: Texts

    /// Returns the text of a value; valid until the next call.
    private func text(of value: JSON) throws -> RowText {
        writer.truncate(to: 0)
        try value.write(to: writer)
        return RowText(writer.bytes)
    }
}

/// Returns the paths equal to a path or below it.
private func within(_ path: String, _ paths: [String]) -> [String] {
    paths.filter { $0.isSpelled(as: path) || $0.utf8.starts(with: (path + "/").utf8) }
}

/// Calls `body` with a text as a row's text.
package func withRow(_ text: String, _ body: (RowText) throws -> Void) throws {
    var text = text
    try text.withUTF8 { try body(RowText(UnsafeRawBufferPointer($0))) }
}

extension JSON {
    init(stored text: RowText, at place: String) throws(StorageFailure) {
        guard let value = JSON(text.bytes) else {
            throw StorageFailure(.failed, "what is stored as \(place) is no JSON")
        }
        self = value
    }
}

/// A migration of stored rows from one version of a state to the next.
///
/// ```swift
/// StorageMigration(from: 1) { rows in
///     try rows.rename("/items", to: "/todos")
///     try rows.updateElements(of: "/todos") { todo in
///         todo["isDone"] = .bool(todo.removeValue(forKey: "done") != nil)
///     }
/// }
/// ```
public struct StorageMigration: Sendable {
    /// The version to migrate from; the next number is the version it migrates to.
    public let from: Int
    /// Transforms the rows of ``from`` into those of the next version.
    public let body: @Sendable (StoredRows) throws -> Void

    /// Creates a migration.
    ///
    /// - Parameters:
    ///   - from: the version to migrate from.
    ///   - body: transforms the rows of that version into those of the next. It may run more than once: to check a
    ///     file, and again after a file could not be migrated.
    public init(from: Int, _ body: @escaping @Sendable (StoredRows) throws -> Void) {
        self.from = from
        self.body = body
    }
}
