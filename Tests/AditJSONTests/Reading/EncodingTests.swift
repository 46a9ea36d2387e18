import AditJSON
import TestSupport
import Testing

/// GIVEN bytes in a string WHEN they are parsed THEN they are UTF-8, or refused with the first byte that is not.
struct EncodingTests {
    /// What is no UTF-8: where it begins is where it is refused.
    static let invalid: [[UInt8]] = [
        [0xFF], [0xFE], [0x80], [0xBF],  // bytes that begin nothing
        [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80],  // longer than needed
        [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],  // surrogates
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],  // beyond U+10FFFF
        [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],  // cut off
        [0xC3, 0x28], [0xE2, 0x28, 0xA1],  // wrong continuation
    ]

    @Test(arguments: invalid)
    func `invalid UTF-8 in a string is refused where it begins`(bytes: [UInt8]) throws {
        let error = try #require(syntaxError(of: Array(#"["abc"#.utf8) + bytes + Array(#""]"#.utf8)))
        #expect(error.kind == .syntax)
        #expect(error.offset == 5)
        #expect(error.text == "found the byte \(bytes[0]); UTF-8 is expected")
    }

    @Test(arguments: invalid)
    func `invalid UTF-8 in a key or between values is refused`(bytes: [UInt8]) {
        #expect(syntaxError(of: Array(#"{"a"#.utf8) + bytes + Array(#"":1}"#.utf8))?.kind == .syntax)
        #expect(syntaxError(of: Array("[1".utf8) + bytes + Array("]".utf8))?.kind == .syntax)
        #expect(syntaxError(of: bytes)?.kind == .syntax)
    }

    @Test(arguments: [
        "é", "e\u{301}", "漢字", "😀", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10FFFF}", "\u{FEFF}",
    ])
    func `valid UTF-8 is kept byte by byte`(text: String) throws {
        try withJSON("[\"\(text)\"]") { #expect($0[0]?.string.map { Array($0.utf8) } == Array(text.utf8)) }
    }

    @Test(arguments: [
        (#"["\ud800"]"#, 2), (#"["\udc00"]"#, 2), (#"["a\ud800x"]"#, 3), (#"["\ud800\ud800"]"#, 2),
        (#"{"\udfff":1}"#, 2),
    ])
    func `a lone surrogate is refused`(text: String, offset: Int) throws {
        let error = try #require(syntaxError(of: text))
        #expect(error.kind == .syntax)
        #expect(error.offset == offset)
        #expect(error.text == "found half of a surrogate pair; a pair is expected")
    }

    @Test func `escapes mean their characters, a pair of surrogates one`() throws {
        try withJSON(#"["\u00e9\ud83d\ude00\u20AC\"\\\/\b\f\n\r\t"]"#) {
            #expect($0[0]?.string == "é😀€\"\\/\u{8}\u{C}\n\r\t")
        }
    }
}
