import Testing

/// Records a failure that Adit has found as an issue of the test that runs. Adit finds this function by its C name, so
/// that it need not know of Swift Testing; a test target that depends on AditTesting has it. Any thread.
@_cdecl("adit_report_issue")
public func reportIssue(
    _ text: UnsafePointer<CChar>, fileID: UnsafePointer<CChar>, filePath: UnsafePointer<CChar>, line: Int, column: Int
) {
    let comment = Comment(rawValue: String(cString: text))
    let file = String(cString: fileID)
    // Swift Testing traps on places that are none.
    guard file.contains("/"), line > 0, column > 0 else {
        Issue.record(comment)
        return
    }
    Issue.record(
        comment,
        sourceLocation: SourceLocation(
            fileID: file, filePath: String(cString: filePath), line: line, column: column))
}
