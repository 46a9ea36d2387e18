import Adit
import AditJSON
import AditState

/// A story of a whole core begins.
///
/// ```swift
/// GIVEN(todoApp()) { $0.uuid = .incrementing }
///     .WHEN(.todo(.request(.add(item: TodoItem(text: "milk")))))
///     .THEN(.todo(.response(.wasAdded(item: milk))))
///     .runTests()
/// ```
///
/// - Parameters:
///   - app: what the core is one of.
///   - state: the state to begin with; the app's own unless it is given.
///   - gateways: the gateways that the host serves, whose part the story plays; all that the app lists unless they are given.
///   - start: the date at which the virtual clock begins; 2000-01-01T00:00:00Z unless it is given.
///   - dependencies: sets the dependencies of the core, `gatewayFixtures` among them. The clock and the date are there.
public func GIVEN<S: State, Message>(
    _ app: App<S, Message>, state: @autoclosure @escaping () -> S? = nil, gateways: [any DescribedGateway]? = nil,
    from start: Timestamp? = nil, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
) -> ModuleTest<S, Message, Message> {
    let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
    return ModuleTest("the app \"\(app.name)\"", at: place) {
        ModuleBench(app, state: state(), gateways: gateways, from: start, bringing: dependencies)
    }
}
