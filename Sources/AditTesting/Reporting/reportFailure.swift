import Testing
internal import XCTest

/// Reports a failure at a place of the test to the test library: Swift Testing, or XCTest.
///
/// Swift Testing provides the running test. XCTest does not, but ignores reports outside of its tests; and Swift
/// Testing ignores reports while it runs no test. So without a known test of Swift Testing, both receive the report: in
/// a test of XCTest, or in a detached task of either library.
func reportFailure(_ text: String, at place: TestPlace) {
    let fileID = String(describing: place.fileID)
    let text = isWholeLogWanted ? text : abridged(text)
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

/// Records a failure that Adit reports as one of the running test, in Swift Testing or XCTest. Adit finds this function
/// by its C name, so that it does not depend on these libraries; a test target that depends on AditTesting contains it.
/// Any thread.
@_cdecl("adit_report_issue")
public func reportIssue(
    _ text: UnsafePointer<CChar>, fileID: UnsafePointer<CChar>, filePath: UnsafePointer<CChar>, line: Int, column: Int
) {
    let text = String(cString: text)
    let fileID = String(cString: fileID)
    if let collector = TestFailures.collector {
        return collector.append(TestFailure(text: text, line: line, fileID: fileID))
    }
    // XCTest accepts no place that is known only at run time; the text contains it.
    if Test.current == nil { XCTFail(text) }
    recordIssue(text, fileID: fileID, filePath: String(cString: filePath), line: line, column: column)
}
