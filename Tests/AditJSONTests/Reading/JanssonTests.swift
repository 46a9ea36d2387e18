@testable import AditJSON
import Glibc
import TestSupport
import Testing

/// GIVEN a text WHEN it is read THEN it is what jansson makes of it.
struct JanssonTests {
    /// The number of seeds, each for 1000 texts. `ADIT_JSON_SEEDS=10000` compares ten million of them.
    private static let seeds = getenv("ADIT_JSON_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 20

    @Test func `texts of any values, also with bytes changed, left out or put in`() async {
        let read = await withTaskGroup(of: Int.self) { group in
            for seed in 0..<Self.seeds { group.addTask { Self.compareTexts(seed: seed) } }
            return await group.reduce(0, +)
        }
        #expect(read > Int(Self.seeds) * 300)
    }

    /// - Returns: how many texts are JSON.
    private static func compareTexts(seed: UInt64) -> Int {
        var texts = RandomJSON(random: SeededGenerator(seed: seed))
        let bytes: [UInt8] =
            Array("{}[]\",:\\ \n019-+.eEtfnu/x".utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xE2, 0xED, 0xF0, 0xFF]
        var read = 0
        for number in 0..<1000 {
            var text = Array(texts.text(depth: number % 5).utf8)
            if number % 2 == 0 {
                for _ in 0..<Int.random(in: 1...3, using: &texts.random) {
                    let place = Int.random(in: 0...text.count, using: &texts.random)
                    let byte = bytes.randomElement(using: &texts.random) ?? 0
                    switch Int.random(in: 0..<3, using: &texts.random) {
                    case 0: text.insert(byte, at: place)
                    case 1 where place < text.count: text[place] = byte
                    default: if place < text.count { text.remove(at: place) }
                    }
                }
            }
            if compareWithJansson(text) { read += 1 }
        }
        return read
    }

    @Test(arguments: 0..<20)
    func `texts that end anywhere, whatever lies behind them`(seed: UInt64) {
        var texts = RandomJSON(random: SeededGenerator(seed: 200 + seed))
        for _ in 0..<10 {
            let text = Array(texts.text(depth: 3).utf8)
            text.withUnsafeBytes { text in
                for end in 0..<text.count {
                    let part = UnsafeRawBufferPointer(rebasing: text[..<end])
                    let isRead = (try? JSONReader.read(part, depth: 2048) { _ in }) != nil
                    #expect(isRead == ((try? withJSON(part, depth: 2048) { _ in }) != nil))
                }
            }
            for end in text.indices { compareWithJansson(text[..<end]) }
        }
    }

    @Test(arguments: 0..<20)
    func `numbers`(seed: UInt64) {
        var texts = RandomJSON(random: SeededGenerator(seed: 300 + seed))
        for _ in 0..<500 {
            let number = texts.number()
            compareWithJansson(number.utf8)
            compareWithJansson("[\(number),\(number)]".utf8)
        }
    }

    @Test(arguments: EncodingTests.invalid)
    func `what is no UTF-8 is refused`(bytes: [UInt8]) {
        for before in ["", "abc", "abcdefgh", "abcdefghabcde", "\\n"] {
            #expect(!compareWithJansson(Array("[\"\(before)".utf8) + bytes + Array("\"]".utf8)))
            #expect(!compareWithJansson(Array("{\"\(before)".utf8) + bytes + Array("\":1}".utf8)))
            #expect(!compareWithJansson(Array("[\"\(before)".utf8) + bytes))
        }
    }

    @Test(arguments: [
        "\"\"", "\"a\"", "\"Buy milk\"", "\"é漢😀\u{7F}\u{10FFFF}\"", #""\"\\\/\b\f\n\r\t""#, "0", "-0", "7", "-12",
        "999999999999999999", "-999999999999999999", "1.0", "-0.0", "1.5e3", "0.1", "1E-7", "0.30000000000000004",
        "1.7976931348623157e308", "5e-324", "true", "false", "null", "{}", "[]", "[[],{}]", " [ 1 , 2 ]\n",
        #"{"":1}"#, #"{"a":1,"b":{"a":2}}"#, #"{"a\nb":"c\nd"}"#, "{\"é\":1,\"e\u{301}\":2}",
    ])
    func `what is usual is read`(text: String) { #expect(compareWithJansson(text.utf8)) }

    @Test(arguments: [
        "1000000000000000000", "9223372036854775807", "-9223372036854775808", "1e-400",
        "0." + String(repeating: "0", count: 100) + "1", "1e00000000000000000000001",
    ])
    func `what is rare is read`(text: String) { #expect(compareWithJansson(text.utf8)) }

    @Test(arguments: [
        "9223372036854775808", "1e400", #"{"a":1,"a":2}"#, #"{"a\n":1,"a\n":2}"#, #"{"a\n":1,"b":2,"a\n":2}"#,
        #"{"":1,"":2}"#,
    ])
    func `what does not fit, and keys that are there twice, are refused`(text: String) {
        #expect(!compareWithJansson(text.utf8))
    }

    @Test func `objects of many keys`() {
        func object(_ keys: Int, different: Int) -> String {
            "{" + (0..<keys).map { "\"\($0 % different)\":\($0)" }.joined(separator: ",") + "}"
        }
        for count in [15, 16, 17, 63, 64, 65, 66, 1000] {
            #expect(compareWithJansson(object(count, different: count).utf8))
            #expect(!compareWithJansson(object(count, different: count - 1).utf8))
        }
    }

    @Test func `levels`() {
        #expect(compareWithJansson(brackets(2048).utf8))
        #expect(!compareWithJansson(brackets(2049).utf8))
        #expect(!compareWithJansson(brackets(100_000, closed: false).utf8))
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "]", "[1", "[1,", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}",
        "\"", "\"a", "\"\\", "\"\\x\"", "\"\n\"", "tru", "truex", "nul", "nulls", "True", "01", "-", "1.", "1.e5", "1e",
        "1e+",
        ".5", "+1", "0x10", "1 2", "[] []", "{} x", "[1}", "{\"a\":1]", "//", "\u{FEFF}1", "[1\u{0}]", "NaN",
        "-Infinity",
    ])
    func `what is no JSON is refused`(text: String) {
        #expect(!compareWithJansson(text.utf8))
        #expect(syntaxError(of: text, depth: 2048) != nil)
    }
}
