import Adit

/// Tells a story of something with a single entry point, and tests it by that.
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
/// Nothing happens before ``runTests()``. A failure is reported at the line of the word that found it, to Swift Testing
/// or to XCTest. When the story is over, nothing may hold the object any more. The thread that runs the test.
///
/// Source: "Single entry point" of the documents, 000; there for XCTest's activities.
public struct TestRunner<T: SingleEntryPoint> {
    /// Makes what is tested.
    private let sut: () -> T
    /// Where it is made in the test.
    private let place: TestPlace
    private var steps: [StoryStep<EntryPointBench<T>>] = []

    private init(sut: @escaping () -> T, place: TestPlace) {
        self.sut = sut
        self.place = place
    }

    /// What the story begins with.
    ///
    /// - Parameter builder: makes what is tested; called by ``runTests()``, each time anew.
    public static func GIVEN<TT>(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        builder: @escaping () -> TT
    ) -> TestRunner<TT> {
        TestRunner<TT>(
            sut: builder, place: TestPlace(fileID: fileID, filePath: file, line: line, column: column))
    }

    /// The same, where the builder has several statements, of which the compiler does not learn the type.
    public static func GIVEN(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        builder: @escaping () -> T
    ) -> TestRunner {
        TestRunner(sut: builder, place: TestPlace(fileID: fileID, filePath: file, line: line, column: column))
    }

    /// Something happens.
    ///
    /// What the handling throws is a failure, unless the next word is ``THEN(throws:fileID:file:line:column:)``.
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

    /// A part of what is tested has a value.
    ///
    /// - Parameters:
    ///   - keyPath: the part.
    ///   - expectedValue: the value.
    ///   - name: what the log calls the part; by default what is written here for the key path.
    public func THEN<P: Equatable>(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ keyPath: KeyPath<T, P>, is expectedValue: P, named name: String? = nil
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(.part(at: place, keyPath, is: expectedValue, named: name) { $0.sut })
    }

    /// The last `WHEN` has thrown an error.
    public func THEN<E: Error & Equatable>(
        throws error: E, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(
            StoryStep(.then, { "it throws \(valueTitle(error))" }, at: place) { bench in
                compare(error, with: bench.takeError())
            })
    }

    /// Tells the story.
    ///
    /// - Returns: what it has said and found.
    @discardableResult
    public func runTests() -> TestLog {
        var story = Story("\(T.self)", at: place) { EntryPointBench(sut()) }
        story.steps = steps
        return story.tell()
    }

    private func adding(_ step: StoryStep<EntryPointBench<T>>) -> Self {
        var runner = self
        runner.steps.append(step)
        return runner
    }
}
