import Adit

@testable import TodoCore

/// A gateway that has one list, and takes two seconds of the core's clock to fetch any.
struct MockListGateway: ListGateway {
    func fetch(_ list: String) async throws -> [String] {
        try await DependencyValues.current.clock.sleep(for: .seconds(2))
        guard list == "groceries" else { throw TodoListError.unknownList }
        return ["Milk", " ", "Bread"]
    }
}
