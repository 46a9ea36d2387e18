import Glibc
import Testing

extension TestLog {
    /// Prints it, and attaches it to the test of Swift Testing that runs, where something failed or where all logs are
    /// wanted: with `ADIT_TEST_LOG=1` in the environment.
    func tell(at place: TestPlace) {
        let isWanted = getenv("ADIT_TEST_LOG") != nil
        // A test that wants to see failures wants them nowhere else.
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
