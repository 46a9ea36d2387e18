import Testing
internal import XCTest

/// Tells the library that runs the tests of a failure, at a place of the test: Swift Testing, or XCTest.
///
/// Swift Testing says which test runs. XCTest does not, but drops what it is told outside of its tests; and Swift
/// Testing drops what it is told while it runs none. So both are told where no test of Swift Testing is known: in a
/// test of XCTest, or in a detached task of either's.
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
    // Swift Testing traps on places that are none.
    guard fileID.contains("/"), line > 0, column > 0 else {
        Issue.record(comment)
        return
    }
    Issue.record(
        comment, sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}
