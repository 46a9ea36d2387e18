import Adit

/// A test of an object with a single entry point, written as a story.
///
/// ```swift
/// @Test func userStory() {
///     TestRunner<MyViewModel>
///         .GIVEN { MyViewModel() }
///         .WHEN(.userTypesNewEmail(userEmail: "john.dohe@example.com"))
///         .THEN(\.email, is: "john.dohe@example.com")
///         .WHEN(.userTapsChangeEmailButton)
///         .THEN(\.savedEmail, is: "john.dohe@example.com")
///         .runTests()
/// }
/// ```
///
/// ``runTests()`` runs the story. A failure is reported at the line of its step, to Swift Testing or XCTest. When the
/// story ends, nothing may retain the object any more. The thread that runs the test.
///
/// Source: "Single entry point" of the documents, 000; there for XCTest's activities.
public struct TestRunner<T: SingleEntryPoint> {
    private var story: Story<EntryPointBench<T>>

    private init(sut: @escaping () -> T, place: TestPlace) {
        story = Story("\(T.self)", at: place) { EntryPointBench(sut()) }
    }

    /// Begins a story.
    ///
    /// - Parameter builder: makes the object under test; called by each ``runTests()``.
    public static func GIVEN<TT>(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        builder: @escaping () -> TT
    ) -> TestRunner<TT> {
        TestRunner<TT>(
            sut: builder, place: TestPlace(fileID: fileID, filePath: file, line: line, column: column))
    }

    /// Begins a story, for a builder of several statements, whose type the compiler does not infer.
    public static func GIVEN(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        builder: @escaping () -> T
    ) -> TestRunner {
        TestRunner(sut: builder, place: TestPlace(fileID: fileID, filePath: file, line: line, column: column))
    }

    /// Sends an event to the object.
    ///
    /// An error of its handling is a failure, unless the next step is ``THEN(throws:fileID:file:line:column:)``.
    public func WHEN(
        _ when: T.When, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(
            StoryStep(.when, { messageTitle(when) }, at: place) { bench in
                bench.handle(when)
                return []
            })
    }

    /// Expects that a part of the object has a value.
    ///
    /// - Parameters:
    ///   - keyPath: the part.
    ///   - expectedValue: the value.
    ///   - name: the name of the part in the log; by default the key path as written here.
    public func THEN<P: Equatable>(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ keyPath: KeyPath<T, P>, is expectedValue: P, named name: String? = nil
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(.part(at: place, keyPath, is: expectedValue, named: name) { $0.sut })
    }

    /// Expects that the last `WHEN` has thrown an error.
    public func THEN<E: Error & Equatable>(
        throws error: E, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(
            StoryStep(.then, { "it throws \(valueTitle(error))" }, at: place) { bench in
                compare(error, with: bench.removeError())
            })
    }

    /// Runs the story.
    ///
    /// - Returns: the log of its steps and failures.
    @discardableResult
    public func runTests() -> TestLog { story.run() }

    /// The words of the story, a line each, without running it: no object is made, and no event is sent.
    ///
    /// ```
    /// GIVEN: MyViewModel
    ///     WHEN: userTapsChangeEmailButton
    ///         THEN: savedEmail is "john.dohe@example.com"
    /// ```
    public var acceptanceCriteria: String { story.acceptanceCriteria }

    private func adding(_ step: StoryStep<EntryPointBench<T>>) -> Self {
        var runner = self
        runner.story.steps.append(step)
        return runner
    }
}

/// A bench for an object with a single entry point, and the error that it threw.
final class EntryPointBench<T: SingleEntryPoint>: StoryBench {
    let sut: T
    var isRelaxed = false
    private var error: (any Error)?

    init(_ sut: T) { self.sut = sut }

    func handle(_ when: T.When) {
        do { try sut.handle(when) } catch { self.error = error }
    }

    /// Removes and returns the error that the last `WHEN` threw.
    func removeError() -> (any Error)? {
        defer { error = nil }
        return error
    }

    func removeUnexpected() -> [String] {
        removeError().map { ["it threw an error that no THEN(throws:) expects: \($0)"] } ?? []
    }

    func recordBeginnings(_: StoryOrigin) {}
    func end() -> [(text: String, origin: StoryOrigin?)] { [] }
    var parts: [StoryPart] { [StoryPart(sut)] }
}

/// A story of something with a single entry point begins, as by `GIVEN` of ``TestRunner``.
///
/// ```swift
/// GIVEN { MyViewModel() }
///     .WHEN(.userTapsChangeEmailButton)
///     .THEN(\.savedEmail, is: "")
///     .runTests()
/// ```
///
/// - Parameter builder: makes the object under test; called by each ``TestRunner/runTests()``.
public func GIVEN<T: SingleEntryPoint>(
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    builder: @escaping () -> T
) -> TestRunner<T> {
    TestRunner<T>.GIVEN(fileID: fileID, file: file, line: line, column: column, builder: builder)
}
