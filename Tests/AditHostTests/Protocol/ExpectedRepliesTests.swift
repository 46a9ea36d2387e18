import AditJSON
import Testing

@testable import AditHost

/// GIVEN the answers that an effect expects WHEN they are read THEN they are one of two values, byte by byte.
struct ExpectedRepliesTests {
    private func replies(_ text: String) throws -> ExpectedReplies {
        try Array(text.utf8).withUnsafeBytes { text in
            try JSONReader.read(text, as: "a value that is") { (reader) throws(CodingFailure) in
                try ExpectedReplies(reading: reader)
            }
        }
    }

    @Test func `no answer, and many`() throws {
        #expect(try replies("false") == .none)
        #expect(try replies("\"many\"") == .many)
    }

    @Test func `anything else is refused, at once`() {
        // Comparing it as Unicode does would take the square of its length.
        let marks = String(repeating: "\u{301}\u{316}", count: 1_000_000)
        for text in ["true", "1", "\"one\"", "\"many\(marks)\""] {
            #expect(throws: CodingFailure.self) { try replies(text) }
        }
    }
}
