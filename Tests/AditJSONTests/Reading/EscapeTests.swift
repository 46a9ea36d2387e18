@testable import AditJSON
import TestSupport
import Testing

/// GIVEN a text with escapes WHEN it is read THEN it means what jansson makes of it.
struct EscapeTests {
    @Test(arguments: [
        #""\u00e9""#, #""\u00E9""#, #""\u0000""#, #""a\u0000b""#, #"{"\u0061":1}"#, #"{"\u00e9":1,"e\u0301":2}"#,
        #""\ud83d\ude00""#, #""\uDBFF\uDFFF""#, #""\ud800\udc00""#, #""\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff""#,
        #""\u0041\u0042\"\\\/\b\f\n\r\t\u0043""#, #"{"a":1,"\u0062":2}"#, #"["\u000a","\u0022","\u005c"]"#,
    ])
    func `escapes by number are read`(text: String) { #expect(compareWithJansson(text.utf8)) }

    @Test(arguments: [
        #"{"\u0000":1}"#, #"{"a\u0000":1}"#, #""\ud800""#, #""\udc00""#, #""\ude00\ud83d""#, #""\ud83d\ud83d""#,
        #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\u0041""#, #""\ud83d\ude0""#, #""\u""#, #""\u1""#, #""\u12""#,
        #""\u123""#, #""\u123g""#, #""\ug123""#, #""\u-123""#, #""\u 123""#, #""\u+123""#, #""\U0041""#, #""\x41""#,
        #""\u00é""#, #""\u"#, #""\u00"#, #""\ud83d\u"#, #""\ud83d\ude"#, #"{"a":1,"\u0061":2}"#,
        "\"\\u00\u{10}0\"", "\"\\u\u{11}\u{12}\u{13}\u{14}\"",
    ])
    func `what is no escape, or no key, is refused`(text: String) {
        #expect(!compareWithJansson(text.utf8))
        #expect(syntaxError(of: text, depth: 2048) != nil)
    }

    @Test func `four digits are hexadecimal, each of them`() {
        let digits = Set("0123456789abcdefABCDEF".utf8)
        for place in 0..<4 {
            for byte in UInt8.min ... .max {
                var text = Array(#""\u0041""#.utf8)
                text[3 + place] = byte
                // Where the first is d, it may make a surrogate.
                #expect(compareWithJansson(text) == digits.contains(byte), "\(text)")
            }
        }
    }

    @Test func `every unit of UTF-16`() {
        for unit in UInt16.min ... .max {
            let text = Array("\"\\u\(hexadecimal(unit))\"".utf8)
            let scalar = Unicode.Scalar(UInt32(unit))
            let string = string(of: text)
            #expect(string == scalar.map { Array(String($0).utf8) }, "\(unit)")
        }
    }

    @Test(arguments: 0..<20)
    func `pairs of surrogates, at any place`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 40 + seed)
        for _ in 0..<500 {
            let scalar = try #require(Unicode.Scalar(UInt32.random(in: 0x1_0000...0x10_FFFF, using: &random)))
            let before = String(repeating: "a", count: Int.random(in: 0...40, using: &random))
            let escaped = scalar.utf16.map { "\\u\(hexadecimal($0))" }.joined()
            #expect(
                string(of: Array("\"\(before)\(escaped)\(before)\"".utf8)) == Array("\(before)\(scalar)\(before)".utf8))
        }
    }

    @Test(arguments: 0..<40)
    func `texts of escapes that are right, and wrong`(seed: UInt64) {
        var random = SeededGenerator(seed: 60 + seed)
        let parts = [
            #"\u00e9"#, #"\u0416"#, #"\ud83d"#, #"\ude00"#, #"\ud83d\ude00"#, #"\u0000"#, #"\n"#, #"\""#, #"\\"#,
            #"\/"#,
            "é", "Ж", "漢", "😀", "a", "plain text that is longer than a word", " ", #"\u12"#, #"\x"#, "\u{7F}",
        ]
        var read = 0
        for _ in 0..<200 {
            // Wrong ones are rare, or nothing would be read.
            let usual = Bool.random(using: &random)
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                let part = parts.randomElement(using: &random) ?? ""
                return usual && [#"\ud83d"#, #"\ude00"#, #"\u12"#, #"\x"#].contains(part) ? "b" : part
            }.joined()
            if compareWithJansson("\"\(text)\"".utf8) { read += 1 }
            compareWithJansson("{\"\(text)\":\"\(text)\"}".utf8)
        }
        #expect(read > 80)
    }

    private func hexadecimal(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// The string that is read; nil if it is refused.
    private func string(of text: [UInt8]) -> [UInt8]? { try? withJSON(text) { $0.utf8.map(Array.init) } }
}
