import AditJSON
import TestSupport
import Testing

/// GIVEN a string WHEN it is written THEN only what JSON demands is escaped, and it reads back byte by byte.
struct StringWritingTests {
    private func text(of value: String) -> String {
        let writer = JSONWriter()
        writer.write(value)
        return writer.text
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("\"", #""\"""#), ("\\", #""\\""#), ("\n\r\t", #""\n\r\t""#),
        ("/", #""/""#),
        ("\u{8}\u{C}", #""\u0008\u000c""#), ("\0", #""\u0000""#), ("\u{1B}[0m", #""\u001b[0m""#),
        ("\u{7F}", "\"\u{7F}\""),
        ("é漢😀", #""é漢😀""#), ("\u{2028}\u{2029}", "\"\u{2028}\u{2029}\""), ("a\"b\\c\nd", #""a\"b\\c\nd""#),
        (#"\""#, #""\\\"""#), ("true", #""true""#), ("{}", #""{}""#),
    ])
    func `a string has its quotes and escapes`(value: String, json: String) {
        #expect(text(of: value) == json)
    }

    @Test(arguments: 0..<0x20)
    func `every control character is escaped and reads back`(code: Int) throws {
        let control = String(Unicode.Scalar(UInt8(code)))
        for value in [control, "a\(control)", "\(control)b", "a\(control)\(control)b"] {
            let json = text(of: value)
            #expect(json.utf8.allSatisfy { $0 >= 0x20 })
            try withJSON("[\(json)]") { #expect($0[0]?.string == value) }
        }
    }

    @Test func `any string reads back byte by byte`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let value = String.random(using: &random)
            try withJSON("[\(text(of: value))]") { #expect($0[0]?.utf8.map { Array($0) } == Array(value.utf8)) }
        }
    }

    @Test func `given as UTF-8, it is the same`() {
        let value = "tab\t and é"
        let writer = JSONWriter()
        Array(value.utf8).withUnsafeBufferPointer { writer.write(utf8: $0) }
        #expect(writer.text == text(of: value))
        writer.truncate(to: 0)
        writer.write(utf8: UnsafeBufferPointer(start: nil, count: 0))
        #expect(writer.text == #""""#)
    }

    @Test func `a substring of foreign storage is written whole`() {
        let long = String(repeating: "0123456789", count: 20)
        #expect(text(of: String(long.dropFirst(195))) == #""56789""#)
    }
}
