import Adit
import AditJSON
import AditState

/// Begins a story of a feature. The feature runs in a separate core: as in its app, it also handles its own outputs.
///
/// ```swift
/// GIVEN(featureOf: Message.self, state: TodoState()) { core in
///     createTaggingFeature(store: core.store, output: core.output)
/// }
/// .WHEN(.tagging(.request(.createTag(title: "shop"))))
/// .THEN(.tagging(.response(.wasCreated(tag: shop))))
/// .runTests()
/// ```
///
/// - Parameters:
///   - message: the type of the app's messages.
///   - state: the initial state of its store.
///   - gateways: the host's gateways that it uses; the story serves them all.
///   - start: the initial date of the virtual clock; by default 2000-01-01T00:00:00Z.
///   - dependencies: sets its dependencies. The clock and the date are set already.
///   - builder: makes the feature from the core's store, output, effects and connections.
public func GIVEN<S: State, Message>(
    featureOf message: Message.Type, state: @autoclosure @escaping () -> S,
    gateways: [any DescribedGateway] = [], from start: Timestamp? = nil, fileID: StaticString = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    dependencies: @escaping (inout DependencyValues) -> Void = { _ in },
    builder: @escaping (CoreBuilder<S, Message>) -> Input<Message>
) -> ModuleTest<S, Message, Message> {
    let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
    return ModuleTest("a feature of \(Message.self)", at: place, from: start, bringing: dependencies) {
        let app = App<S, Message>.unwritten("feature", state: state(), gateways: gateways) { [Feature(builder($0))] }
        return ModuleBench(app, from: start, bringing: dependencies)
    }
}

/// The empty state, for a module without state.
public struct NoState: State, Equatable {
    /// No changes are possible.
    public enum Change {}

    /// Creates the only value.
    public init() {}

    public mutating func apply(_: Change) {}
}
