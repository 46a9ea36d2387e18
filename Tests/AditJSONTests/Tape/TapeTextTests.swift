@testable import AditJSON
import TestSupport
import Testing

/// GIVEN a text WHEN a tape reads it THEN it is what jansson makes of it, or is left to jansson.
struct TapeTextTests {
    @Test(arguments: 0..<50)
    func `texts of any values`(seed: UInt64) {
        var texts = RandomJSON(random: SeededGenerator(seed: seed))
        var read = 0
        for _ in 0..<200 where compareTape(texts.text().utf8) == .read { read += 1 }
        #expect(read > 50)
    }

    @Test(arguments: 0..<50)
    func `texts with bytes changed, left out or put in`(seed: UInt64) {
        var texts = RandomJSON(random: SeededGenerator(seed: 100 + seed))
        let bytes: [UInt8] =
            Array("{}[]\",:\\ \n019-+.eEtfnu/x".utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xE2, 0xED, 0xF0, 0xFF]
        for _ in 0..<200 {
            var text = Array(texts.text(depth: 2).utf8)
            for _ in 0..<Int.random(in: 1...3, using: &texts.random) {
                let place = Int.random(in: 0...text.count, using: &texts.random)
                let byte = bytes.randomElement(using: &texts.random) ?? 0
                switch Int.random(in: 0..<3, using: &texts.random) {
                case 0: text.insert(byte, at: place)
                case 1 where place < text.count: text[place] = byte
                default: if place < text.count { text.remove(at: place) }
                }
            }
            compareTape(text)
        }
    }

    @Test(arguments: 0..<20)
    func `texts that end anywhere, whatever lies behind them`(seed: UInt64) {
        var texts = RandomJSON(random: SeededGenerator(seed: 200 + seed))
        for _ in 0..<10 {
            let text = Array(texts.text(depth: 3).utf8)
            text.withUnsafeBytes { text in
                for end in 0..<text.count {
                    let part = UnsafeRawBufferPointer(rebasing: text[..<end])
                    let isRead = JSONTape().parse(part, depth: 2048) != nil
                    #expect(!isRead || (try? JSONDocument(parsing: part, depth: 2048).withRoot { _ in }) != nil)
                }
            }
            for end in text.indices { compareTape(text[..<end]) }
        }
    }

    @Test(arguments: 0..<20)
    func `numbers`(seed: UInt64) {
        var texts = RandomJSON(random: SeededGenerator(seed: 300 + seed))
        for _ in 0..<500 {
            let number = texts.number()
            compareTape(number.utf8)
            compareTape("[\(number),\(number)]".utf8)
        }
    }

    @Test(arguments: EncodingTests.invalid)
    func `what is no UTF-8 is left to jansson`(bytes: [UInt8]) {
        for before in ["", "abc", "abcdefgh", "abcdefghabcde", "\\n"] {
            #expect(compareTape(Array("[\"\(before)".utf8) + bytes + Array("\"]".utf8)) == .left)
            #expect(compareTape(Array("{\"\(before)".utf8) + bytes + Array("\":1}".utf8)) == .left)
            #expect(compareTape(Array("[\"\(before)".utf8) + bytes) == .left)
        }
    }

    @Test(arguments: [
        "\"\"", "\"a\"", "\"Buy milk\"", "\"é漢😀\u{7F}\u{10FFFF}\"", #""\"\\\/\b\f\n\r\t""#, "0", "-0", "7", "-12",
        "999999999999999999", "-999999999999999999", "1.0", "-0.0", "1.5e3", "0.1", "1E-7", "0.30000000000000004",
        "1.7976931348623157e308", "5e-324", "true", "false", "null", "{}", "[]", "[[],{}]", " [ 1 , 2 ]\n",
        #"{"":1}"#, #"{"a":1,"b":{"a":2}}"#, #"{"a\nb":"c\nd"}"#, "{\"é\":1,\"e\u{301}\":2}",
    ])
    func `what is usual is read`(text: String) { #expect(compareTape(text.utf8) == .read) }

    @Test(arguments: [
        "1000000000000000000", "9223372036854775808", "1e400", "1e-400",
        "0." + String(repeating: "0", count: 100) + "1", #"{"a":1,"a":2}"#, #"{"a\n":1,"a\n":2}"#,
        #"{"a\n":1,"b":2,"a\n":2}"#, #"{"":1,"":2}"#,
    ])
    func `what is rare is left to jansson`(text: String) { #expect(compareTape(text.utf8) == .left) }

    @Test(arguments: [
        "", " ", "{", "}", "[", "]", "[1", "[1,", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}",
        "\"", "\"a", "\"\\", "\"\\x\"", "\"\n\"", "tru", "truex", "nul", "nulls", "True", "01", "-", "1.", "1.e5", "1e",
        "1e+",
        ".5", "+1", "0x10", "1 2", "[] []", "{} x", "[1}", "{\"a\":1]", "//", "\u{FEFF}1", "[1\u{0}]", "NaN",
        "-Infinity",
    ])
    func `what is no JSON is left to jansson, which refuses it`(text: String) {
        #expect(compareTape(text.utf8) == .left)
        #expect(syntaxError(of: text, depth: 2048) != nil)
    }
}
