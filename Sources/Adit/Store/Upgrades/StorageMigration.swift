/// The way from one version of a state to the next: what becomes of what is stored.
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
    /// The version from which it leads; the next number is the one to which it does.
    public let from: Int
    package let body: @Sendable (StoredRows) throws -> Void

    /// - Parameter body: makes of the rows of one version those of the next. It may run more than once: for a verdict,
    ///   and again where a file could not be migrated.
    public init(from: Int, _ body: @escaping @Sendable (StoredRows) throws -> Void) {
        self.from = from
        self.body = body
    }
}
