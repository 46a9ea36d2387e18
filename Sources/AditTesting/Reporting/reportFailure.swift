import Testing
internal import XCTest

/// Reports a failure at a place of the test to the test library: Swift Testing, or XCTest.
///
/// Swift Testing provides the running test. XCTest does not, but ignores reports outside of its tests; and Swift
/// Testing ignores reports while it runs no test. So without a known test of Swift Testing, both receive the report: in
/// a test of XCTest, or in a detached task of either library.
func reportFailure(_ text: String, at place: TestPlace) {
    let fileID = String(describing: place.fileID)
    if let collector = TestFailures.collector {
        return collector.append(TestFailure(text: text, line: Int(place.line), fileID: fileID))
    }
    if Test.current == nil { XCTFail(text, file: place.filePath, line: place.line) }
    recordIssue(
        text, fileID: fileID, filePath: String(describing: place.filePath), line: Int(place.line),
        column: Int(place.column))
}

/// Records an issue of Swift Testing.
func recordIssue(_ text: String, fileID: String, filePath: String, line: Int, column: Int) {
    let comment = Comment(rawValue: text)
    // Swift Testing traps on invalid places.
    guard fileID.contains("/"), line > 0, column > 0 else {
        Issue.record(comment)
        return
    }
    Issue.record(
        comment, sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}
