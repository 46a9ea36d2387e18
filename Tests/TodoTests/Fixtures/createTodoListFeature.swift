import Adit

@testable import TodoCore

/// Makes the feature for tests in which no list is imported.
func createTodoListFeature(store: Store, output: @escaping Output) -> Input {
    createTodoListFeature(store: store, listGateway: NoListGateway(), output: output)
}
