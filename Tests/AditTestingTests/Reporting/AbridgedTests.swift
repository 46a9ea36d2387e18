import Adit
import Testing

@testable import AditTesting

/// GIVEN failures of thousands of lines, or characters, WHEN they are reported THEN the middle is left out, and named.
struct AbridgedTests {
    @Test func `a failure of 2 000 lines has its beginning and its end`() throws {
        let expected = (0..<1000).map { "old \($0)" }
        let failures = failures {
            GIVEN { Lines(expected.map { "new" + $0.dropFirst(3) }) }.THEN(\.lines, is: expected).runTests()
        }
        let lines = try #require(failures.first).split(separator: "\n")
        #expect(failures.count == 1)
        #expect(lines.count == 121)
        #expect(lines.first?.hasSuffix("lines is another one (- expected, + found):") == true)
        let gap = lines[80]
        #expect(gap.hasPrefix("… ") && gap.hasSuffix(" lines left out; ADIT_TEST_LOG=1 shows them …"))
        #expect(lines.last == "  ]")
    }

    @Test func `a line of 10 000 characters has its beginning and its end`() throws {
        let expected = "a" + String(repeating: "ö", count: 10_000) + "z"
        let failures = failures { GIVEN { Lines([]) }.THEN(\.lines.first, is: expected).runTests() }
        let line = try #require(failures.first?.split(separator: "\n").dropFirst().first)
        #expect(line.hasPrefix(#"- "aöö"#) && line.hasSuffix(#"ööz""#))
        #expect(line.contains(" … 9406 characters left out … "))
        #expect((600...640).contains(line.count))
    }

    @Test func `what is short stays as it is`() {
        let text = (0..<120).map(String.init).joined(separator: "\n")
        #expect(abridged(text) == text)
        #expect(
            abridged(text + "\n120").split(separator: "\n")[80] == "… 1 line left out; ADIT_TEST_LOG=1 shows them …")
        #expect(abridged(String(repeating: "é", count: 600)).count == 600)
        #expect(abridged(String(repeating: "é", count: 601)).contains("é … 1 character left out … é"))
    }

    @Test func `a log shows the steps around each failure, and says how many passed elsewhere`() {
        var log = TestLog()
        log.append(.given, "app")
        for number in 0..<10_000 { log.append(.when, "step \(number)") }
        log.entries[5001].failures = [(0..<10_000).map { "line \($0)" }.joined(separator: "\n")]
        let lines = log.abridgedDescription.split(separator: "\n")
        #expect(lines.count == 30 + 1 + 30 + 1 + 121 + 30 + 1 + 30)
        #expect(lines.prefix(2) == ["GIVEN: app", "    WHEN: step 0"])
        #expect(lines[30] == "    … 4941 steps that passed left out; ADIT_TEST_LOG=1 shows them …")
        #expect(lines.contains("    WHEN: step 5000"))
        #expect(lines.contains("        ✘ line 0"))
        #expect(lines.contains("          … 9880 lines left out; ADIT_TEST_LOG=1 shows them …"))
        #expect(lines.last == "    WHEN: step 9999")
        // The whole one is attached, and returned.
        #expect(log.description.split(separator: "\n").count == 20_001)
    }

    @Test func `one step that is left out is one step`() {
        var log = TestLog()
        for number in 0..<61 { log.append(.when, "step \(number)") }
        #expect(
            log.abridgedDescription.split(separator: "\n")[30]
                == "    … 1 step that passed left out; ADIT_TEST_LOG=1 shows them …")
    }

    private final class Lines: SingleEntryPoint {
        enum When: Codable { case nothing }
        let lines: [String]
        init(_ lines: [String]) { self.lines = lines }
        func handle(_: When) {}
    }
}
