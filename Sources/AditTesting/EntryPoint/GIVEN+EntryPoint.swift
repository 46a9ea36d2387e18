import Adit

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
