/// A gateway to external lists of items.
protocol ListGateway {
    /// Fetches the texts of a list.
    ///
    /// - Throws: the error of the gateway.
    func fetch(_ list: String) async throws -> [String]
}

/// The gateway of a program without lists.
struct NoListGateway: ListGateway {
    func fetch(_ list: String) throws(TodoListError) -> [String] { throw .unknownList }
}
