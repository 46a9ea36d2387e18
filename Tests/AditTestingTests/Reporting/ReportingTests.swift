import Adit
import AditTesting
import Testing

/// Where failures go in a test of Swift Testing.
@Suite struct ReportingTests {
    @Test func aFailureIsAnIssueOfTheTestAtTheLineOfTheWord() {
        let line = #line + 2
        withKnownIssue {
            GIVEN { MyViewModel() }.THEN(\.email, is: "a").runTests()
        } matching: { issue in
            issue.comments.first?.rawValue == "email is another one (- expected, + found):\n- \"a\"\n+ \"\""
                && issue.sourceLocation?.line == line
                && issue.sourceLocation?.fileID == "AditTestingTests/ReportingTests.swift"
        }
    }

    @Test func W21_theLogOfAPassedTestIsAttachedWhereAttachmentsAreKept() {
        #expect(areAttachmentsKept(by: ["tests", "--attachments-path", "/tmp/a"]))
        #expect(areAttachmentsKept(by: ["tests", "--attachments-path=/tmp/a"]))
        #expect(areAttachmentsKept(by: ["tests", "--event-stream-output-path", "/tmp/a"]))
        #expect(!areAttachmentsKept(by: ["tests", "--xunit-output", "/tmp/a", "attachments-path"]))
    }

    @Test func whatAditFindsIsAnIssueOfTheTest() {
        withKnownIssue {
            reportIssue("a text", fileID: "Module/File.swift", filePath: "/Module/File.swift", line: 3, column: 4)
        } matching: {
            $0.comments.first?.rawValue == "a text" && $0.sourceLocation?.line == 3
        }
        withKnownIssue {
            reportIssue("a text without a place", fileID: "", filePath: "", line: 0, column: 0)
        } matching: {
            $0.comments.first?.rawValue == "a text without a place"
        }
    }

    @Test func aDependencyWithoutATestValueIsAFailureOfTheStory() {
        // GIVEN a feature that wants an id, which the story does not give
        final class Numberer {
            @Dependency(\.uuid) var uuid
        }
        let line = #line - 2
        let found = TestFailures.collect {
            GIVEN(featureOf: Note.self, state: NoState()) { _ in
                let numberer = Numberer()
                return { _ in _ = numberer.uuid() }
            }
            .WHEN(.says("a"))
            .runTests()
        }
        #expect(found.map(\.line) == [line])
        #expect(found.first?.text.hasPrefix("a test reads the live value of \\.uuid") == true)
    }
}
