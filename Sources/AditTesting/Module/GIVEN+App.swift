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

/// Begins a story of a whole core whose initial state is given as JSON, as `@get` and stores have it.
///
/// ```swift
/// GIVEN(counterApp(), json: #"{"value": 40}"#)
///     .WHEN(.counter(.request(.increment(by: 2))))
///     .THEN(.counter(.response(.wasIncremented(to: 42))))
///     .runTests()
/// ```
///
/// - Parameters:
///   - app: the app of the core.
///   - json: the initial state; with the member `@schema`, one of that version, which is migrated. A text that is no
///     state of the app is a failure of the story.
///   - gateways: the host's gateways that the story serves; by default all that the app lists.
///   - start: the initial date of the virtual clock; by default 2000-01-01T00:00:00Z.
///   - store: whether the state is kept in a store, in memory, so that the story may have the core opened again.
///   - undo: whether the core has an undo history.
///   - dependencies: sets the dependencies of the core. The clock and the date are set already.
public func GIVEN<S: State, Message>(
    _ app: App<S, Message>, json: String, gateways: [any DescribedGateway]? = nil, from start: Timestamp? = nil,
    store: Bool = false, undo: Bool = false, fileID: StaticString = #fileID, file: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
) -> ModuleTest<S, Message, Message> {
    let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
    return ModuleTest("the app \"\(app.name)\"", at: place, from: start, bringing: dependencies) {
        let given = Result { try Array(json.utf8).withUnsafeBytes { try read($0, of: app) } }
        let bench = ModuleBench(
            app, state: try? given.get(), gateways: gateways, from: start, isStored: store, hasUndo: undo,
            bringing: dependencies)
        if case .failure(let error) = given {
            bench.failures.append(
                ModuleBench.ModuleFailure(text: "json is no state of the app, \(error)", error: error))
        }
        return bench
    }
}

private func read<S: State, Message>(_ text: UnsafeRawBufferPointer, of app: App<S, Message>) throws(CodingFailure) -> S
{
    try JSONReader.read(text, as: "a state that is") { (root) throws(CodingFailure) in
        try app.readState(given: root)
    }
}
