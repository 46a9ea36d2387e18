import Synchronization
import Testing
@preconcurrency internal import XCTest

/// Runs a part of a test, and returns the failures that it records, such as those of `#expect`. They are reported as
/// usual.
///
/// - Returns: the places and texts of the failures, in order.
func recordedFailures(_ body: () -> Void) -> [String] {
    let issues = IssueList()
    let observer = FailureObserver()
    // Without a known test of Swift Testing, the test may be one of XCTest.
    let isXCTest = Test.current == nil
    if isXCTest { XCTestObservationCenter.shared.addTestObserver(observer) }
    // No issue is a known one: the matcher only reads them.
    withKnownIssue(isIntermittent: true, body, matching: issues.append)
    if isXCTest { XCTestObservationCenter.shared.removeTestObserver(observer) }
    return observer.failures.isEmpty ? issues.all : observer.failures
}

/// Issues of Swift Testing, in words. Any thread: a test may record them on several.
private final class IssueList: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    /// - Returns: false, as the issue is not a known one.
    @Sendable func append(_ issue: Issue) -> Bool {
        if issue.isFailure {
            let place = issue.sourceLocation.map { "\($0.fileName):\($0.line): " } ?? ""
            let comments = issue.comments.map { "\n\($0.rawValue)" }.joined()
            texts.withLock { $0.append("\(place)\(issue.kind)\(comments)") }
        }
        return false
    }
}

/// Failures of XCTest, which runs one test at a time.
private final class FailureObserver: XCTestObservation {
    private(set) var failures: [String] = []

    func testCase(
        _: XCTestCase, didFailWithDescription description: String, inFile filePath: String?, atLine lineNumber: Int
    ) {
        let file = filePath?.split(separator: "/").last.map { "\($0):\(lineNumber): " } ?? ""
        failures.append(file + description)
    }
}
