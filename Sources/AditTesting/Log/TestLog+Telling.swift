import AditState
import Testing

extension TestLog {
    /// Adds the log to the report of the running test.
    ///
    /// Under Swift Testing it is an attachment, whether the test passes or fails. The log of a failed test is printed
    /// as well, without the middle of long failures and of long runs of steps that passed. Without a directory for attachments, Swift Testing discards them and prints a line for each; then that
    /// of a passing test is not attached. XCTest has no attachments on Linux; its report is the output of the tests, so
    /// the log is printed. `ADIT_TEST_LOG` in the environment prints and attaches every log.
    ///
    /// - Parameter place: the place of `GIVEN` or of the outermost `describe`, which the attachment is named for.
    func report(at place: TestPlace) {
        let isXCTest = Test.current == nil
        let isWanted = isWholeLogWanted
        // Collected failures are expected ones: their log is not one of the test.
        guard isWanted || TestFailures.collector == nil else { return }
        if isXCTest || isWanted || !hasPassed { print(isWanted ? description : abridgedDescription) }
        guard !isXCTest, isWanted || !hasPassed || areAttachmentsKept(by: CommandLine.arguments) else { return }
        Attachment.record(
            description, named: "\(place.fileName)-line-\(place.line).txt",
            sourceLocation: SourceLocation(
                fileID: String(describing: place.fileID), filePath: String(describing: place.filePath),
                line: Int(place.line), column: Int(place.column)))
    }
}

/// Whether logs and failures are wanted whole, however long.
var isWholeLogWanted: Bool { ProcessEnvironment.variable("ADIT_TEST_LOG") != nil }

/// Returns whether Swift Testing writes attachments to a directory or an event stream.
///
/// - Parameter arguments: those of the process, to which `swift test` passes the options for attachments.
package func areAttachmentsKept(by arguments: [String]) -> Bool {
    arguments.contains { argument in
        ["--attachments-path", "--experimental-attachments-path", "--event-stream-output-path"].contains {
            argument == $0 || argument.hasPrefix("\($0)=")
        }
    }
}
