import Adit
import AditState

/// Tells a story of a module, and tests it by that: of a use case, a feature or a whole core, which are all one input
/// and at most one output.
///
/// It is made by the functions `GIVEN`, and says what the module receives and its expected output:
///
/// ```swift
/// GIVEN(counterApp())
///     .WHEN(.counter(.request(.increment(by: 2))))
///     .THEN(.counter(.response(.wasIncremented(to: 2))))
///     .THEN(\.value, is: 2)
///     .runTests()
/// ```
///
/// The module runs in a core, on a virtual clock. Whatever comes of a `WHEN` has to be spoken of before the next one:
/// each output, request to the host and cancelled request; and nothing may be in flight at the end. ``relaxed`` lets
/// that pass. Of internal messages (``Internal()``) may be spoken, and need not be. What fails has to be spoken of in
/// any case. When the story is over, nothing may hold a part of the core any more.
///
/// Nothing happens before ``runTests()``. A failure is reported at the line of the word that found it, to Swift Testing
/// or to XCTest. The thread that runs the test.
///
/// - `S`: the state.
/// - `Sent`: what goes in: messages, or the requests of a use case.
/// - `Heard`: what comes out: messages, or the responses of a use case.
public struct ModuleTest<S: State, Sent, Heard> {
    private var story: Story<ModuleBench<S, Sent, Heard>>

    init(_ title: String, at place: TestPlace, make: @escaping () -> ModuleBench<S, Sent, Heard>) {
        story = Story(title, at: place, make: make)
    }

    /// The same story, in which only what a `THEN` speaks of has to be so: there may be other outputs and requests
    /// before and after, and things may be in flight at the end.
    public var relaxed: Self {
        var test = self
        test.story.isRelaxed = true
        return test
    }

    /// Tells the story.
    ///
    /// - Returns: what it has said and found.
    @discardableResult
    public func runTests() -> TestLog { story.tell() }

    func adding(_ step: StoryStep<ModuleBench<S, Sent, Heard>>) -> Self {
        var test = self
        test.story.steps.append(step)
        return test
    }
}
