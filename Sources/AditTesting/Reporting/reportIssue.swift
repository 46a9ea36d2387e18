import Testing
internal import XCTest

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
