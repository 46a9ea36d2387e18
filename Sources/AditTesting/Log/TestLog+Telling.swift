import Glibc
import Testing

extension TestLog {
    /// Prints the log, and attaches it to the running test of Swift Testing, if there are failures, or if
    /// `ADIT_TEST_LOG` is set in the environment.
    func tell(at place: TestPlace) {
        let isWanted = getenv("ADIT_TEST_LOG") != nil
        // A test that collects failures prints none.
        guard isWanted || (!hasPassed && TestFailures.collector == nil) else { return }
        print(description)
        guard Test.current != nil else { return }
        Attachment.record(
            description, named: "story-line-\(place.line).txt",
            sourceLocation: SourceLocation(
                fileID: String(describing: place.fileID), filePath: String(describing: place.filePath),
                line: Int(place.line), column: Int(place.column)))
    }
}
