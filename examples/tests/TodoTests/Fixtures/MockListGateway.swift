@testable import TodoCore

/// A gateway whose requests wait for an answer, which never comes. It knows two lists.
final class MockListGateway: ListGateway {
    private(set) var pending: [String] = []

    func fetch(_ list: String) throws(TodoListError) {
        guard ["groceries", "wishes"].contains(list) else { throw .unknownList }
        pending = pending.filter { $0 != list } + [list]
    }

    func cancel(_ list: String) -> Bool {
        defer { pending.removeAll { $0 == list } }
        return pending.contains(list)
    }
}
