import Testing
internal import XCTest

/// Records a failure that Adit has found as one of the test that runs, be it one of Swift Testing or of XCTest. Adit
/// finds this function by its C name, so that it need not know of them; a test target that depends on AditTesting has
/// it. Any thread.
@_cdecl("adit_report_issue")
public func reportIssue(
    _ text: UnsafePointer<CChar>, fileID: UnsafePointer<CChar>, filePath: UnsafePointer<CChar>, line: Int, column: Int
) {
    let text = String(cString: text)
    let fileID = String(cString: fileID)
    if let collector = TestFailures.collector {
        return collector.append(TestFailure(text: text, line: line, fileID: fileID))
    }
    // XCTest takes no place that is known at run time only; the text says it.
    if Test.current == nil { XCTFail(text) }
    recordIssue(text, fileID: fileID, filePath: String(cString: filePath), line: line, column: column)
}
