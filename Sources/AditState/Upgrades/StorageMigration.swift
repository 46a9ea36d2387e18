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
