import AditJSON
import Testing

@testable import AditState

/// GIVEN a member with secrets WHEN it is written to the journal THEN the places of all masks are beside it.
struct RowWriterTests {
    @Test func `secrets whose keys are equal strings with different bytes`() throws {
        let (journal, rows) = (JSONWriter(), RowWriter())
        let tokens: [ByteString: Secret<String>] = ["\u{E9}": Secret("a"), "e\u{301}": Secret("b")]
        try MemoryStorage().write(StorageHead(revision: 1, opens: 1), entries: { .empty }) { sink in
            rows.begin(sink, journal: journal)
            defer { rows.end() }
            try rows.member("tokens", [:], tokens)
        }
        let expected =
            #"{"op":"replace","path":"/tokens","old":{},"value":{"e\#u{301}":"***","\#u{E9}":"***"},"#
            + #""masked":["/e\#u{301}","/\#u{E9}"]}"#
        #expect(journal.bytes.elementsEqual(expected.utf8), "\(journal.text)")
    }
}
