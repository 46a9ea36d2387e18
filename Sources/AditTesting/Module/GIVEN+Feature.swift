import Adit
import AditJSON
import AditState

/// A story of a feature begins. The feature runs in a core of its own: what it puts out is handled by itself, too, as
/// in the app that it is a part of.
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
///   - state: the state of its store at first.
///   - gateways: the gateways of the host that it uses; the story serves them all.
///   - start: the date at which the virtual clock begins; 2000-01-01T00:00:00Z unless it is given.
///   - dependencies: sets the dependencies that it finds. The clock and the date are there.
///   - builder: makes the feature, of the core's store, output, effects and connections.
public func GIVEN<S: State, Message>(
    featureOf message: Message.Type, state: @autoclosure @escaping () -> S,
    gateways: [any DescribedGateway] = [], from start: Timestamp? = nil, fileID: StaticString = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    dependencies: @escaping (inout DependencyValues) -> Void = { _ in },
    builder: @escaping (CoreBuilder<S, Message>) -> Input<Message>
) -> ModuleTest<S, Message, Message> {
    let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
    return ModuleTest("a feature of \(Message.self)", at: place) {
        let app = App<S, Message>.unwritten("feature", state: state(), gateways: gateways) { [Feature(builder($0))] }
        return ModuleBench(app, from: start, bringing: dependencies)
    }
}
