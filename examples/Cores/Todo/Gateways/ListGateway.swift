/// A gateway to external lists of items. An answer arrives as a message to finish the import.
package protocol ListGateway {
    /// Requests the texts of a list; replaces a request that is pending.
    ///
    /// - Throws: the error of a gateway that cannot be asked.
    func fetch(_ list: String) throws

    /// Cancels the request of a list.
    ///
    /// - Returns: false if none is pending.
    func cancel(_ list: String) -> Bool
}

/// The gateway of a program without lists.
struct NoListGateway: ListGateway {
    func fetch(_ list: String) throws(TodoListError) { throw .unknownList }
    func cancel(_ list: String) -> Bool { false }
}
