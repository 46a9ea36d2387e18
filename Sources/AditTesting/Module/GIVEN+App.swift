import Adit
import AditJSON
import AditState

/// Begins a story of a whole core.
///
/// ```swift
/// GIVEN(todoApp()) { $0.uuid = .incrementing }
///     .WHEN(.todo(.request(.add(item: TodoItem(text: "milk")))))
///     .THEN(.todo(.response(.wasAdded(item: milk))))
///     .runTests()
/// ```
///
/// - Parameters:
///   - app: the app of the core.
///   - state: the initial state; by default the app's own.
///   - gateways: the host's gateways that the story serves; by default all that the app lists.
///   - start: the initial date of the virtual clock; by default 2000-01-01T00:00:00Z.
///   - store: whether the state is kept in a store, in memory, so that the story may have the core opened again.
///   - undo: whether the core has an undo history.
///   - dependencies: sets the dependencies of the core, such as `gatewayFixtures`. The clock and the date are set
///     already.
public func GIVEN<S: State, Message>(
    _ app: App<S, Message>, state: @autoclosure @escaping () -> S? = nil, gateways: [any DescribedGateway]? = nil,
    from start: Timestamp? = nil, store: Bool = false, undo: Bool = false, fileID: StaticString = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
) -> ModuleTest<S, Message, Message> {
    let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
    return ModuleTest("the app \"\(app.name)\"", at: place, from: start, bringing: dependencies) {
        ModuleBench(
            app, state: state(), gateways: gateways, from: start, isStored: store, hasUndo: undo, bringing: dependencies
        )
    }
}
