import Adit
import AditJSON
import Testing

@testable import AditReplay

/// GIVEN texts of a recording that Unicode calls equal, or that have many combining marks WHEN it is read THEN their
/// bytes count, at once.
struct SpellingTests {
    /// In the square of their number, comparing them as Unicode does would take hours.
    private let marks = String(repeating: "\u{301}\u{316}", count: 1_000_000)

    /// - Parameter members: the line's text from its second byte to the comma before its checksum.
    private func line(_ members: String) throws -> RecordedLine {
        let writer = JSONWriter()
        writer.write(json: "{" + members)
        let count = writer.count
        writer.write(literal: #","sum":"#)
        writer.writeChecksum(of: 0..<count)
        writer.write(literal: "}")
        return try RecordedLine(Array(writer.bytes), place: 1)
    }

    @Test func `a key of combining marks beside the entry`() throws {
        let line = try line("\"n\":1,\"message\":{},\"n\(marks)\":2")
        #expect(line.kind == .message)
        #expect(line.number == 1)
    }

    @Test func `an entry whose key has combining marks`() throws {
        let difference = #expect(throws: ReplayDifference.self) { try line("\"n\":1,\"message\(marks)\":{}") }
        #expect(difference?.came == "no entry that this version knows")
    }

    @Test func `an app whose name is spelled in another way is another app`() throws {
        func app(_ name: String) -> App<OldNotes, NotesMessage> {
            App(name, state: OldNotes()) { _ in [Feature<NotesMessage> { _ in }] }
        }
        let core = try RecordedCore(of: app("cafe\u{301}"))
        core.close()
        #expect(try replay(app("cafe\u{301}"), of: core.path).difference == nil)
        let error = #expect(throws: ReplayError.self) { try replay(app("caf\u{E9}"), of: core.path) }
        #expect(error?.description.hasSuffix("one of \"caf\u{E9}\" is expected") == true)
    }
}
