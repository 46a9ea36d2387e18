import Adit
import AditState

/// A test of a module, written as a story: of a use case, a feature or a whole core, each with one input and at most
/// one output.
///
/// The functions `GIVEN` create it; its steps are the input of the module and its expected output:
///
/// ```swift
/// GIVEN(counterApp())
///     .WHEN(.counter(.request(.increment(by: 2))))
///     .THEN(.counter(.response(.wasIncremented(to: 2))))
///     .THEN(\.value, is: 2)
///     .runTests()
/// ```
///
/// The module runs in a core, on a virtual clock. The story must expect everything that a `WHEN` causes before the next
/// one: each output, request to the host and cancelled request; and no effect may be in flight at the end. ``relaxed``
/// lifts these rules. Internal messages (``Internal()``) may be expected, but need not be. Failures must always be
/// expected. When the story ends, nothing may retain a part of the core any more.
/// ``runTests()`` runs the story. A failure is reported at the line of its step, to Swift Testing or XCTest. The thread
/// that runs the test.
///
/// - `S`: the state.
/// - `Sent`: the input: messages, or the requests of a use case.
/// - `Heard`: the output: messages, or the responses of a use case.
public struct ModuleTest<S: State, Sent, Heard> {
    private var story: Story<ModuleBench<S, Sent, Heard>>

    /// - Parameters:
    ///   - title: the module, in words.
    ///   - place: the place of `GIVEN` in the test.
    ///   - start: the initial date of the virtual clock.
    ///   - bring: sets the dependencies of the core.
    ///   - make: makes the bench.
    init(
        _ title: String, at place: TestPlace, from start: Timestamp?,
        bringing bring: @escaping (inout DependencyValues) -> Void,
        make: @escaping () -> ModuleBench<S, Sent, Heard>
    ) {
        story = Story(
            title, at: place,
            makeEnvironment: {
                let time = CoreTime(.virtual(from: start ?? .virtualStart))
                return EffectRunner(time: time, limit: 0, context: .test, bringing: bring).environment
            }, make: make)
    }

    /// The same story without the rule that everything must be expected: there may be other outputs and requests before
    /// and after, and effects in flight at the end.
    public var relaxed: Self {
        var test = self
        test.story.isRelaxed = true
        return test
    }

    /// Runs the story.
    ///
    /// - Returns: the log of its steps and failures.
    @discardableResult
    public func runTests() -> TestLog { story.run() }

    /// The words of the story, a line each, without running it: no core is made, and no message is sent.
    ///
    /// ```
    /// GIVEN: the app "counter"
    ///     WHEN: counter.request.increment(by: 2)
    ///         THEN: counter.response.wasIncremented(to: 2)
    /// ```
    ///
    /// The initial values of messages are drawn from the story's dependencies. A core that also draws some has others
    /// left for later messages.
    public var acceptanceCriteria: String { story.acceptanceCriteria }

    func adding(_ step: StoryStep<ModuleBench<S, Sent, Heard>>) -> Self {
        var test = self
        test.story.steps.append(step)
        return test
    }
}
