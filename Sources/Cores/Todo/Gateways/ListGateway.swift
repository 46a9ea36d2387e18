/// The way to lists of items that somebody else keeps.
protocol ListGateway {
    /// Fetches the texts of a list.
    ///
    /// - Throws: whatever kept it from being fetched.
    func fetch(_ list: String) async throws -> [String]
}

/// The gateway of a program that has no lists.
struct NoListGateway: ListGateway {
    func fetch(_ list: String) throws(TodoListError) -> [String] { throw .unknownList }
}
