import AditCodable
import TestSupport
import Testing

@testable import AditJSON

private struct Pair: Codable, Equatable { var a, b: String }
private enum When: Codable, Equatable { case plain(items: [Pair]) }

/// GIVEN strings with escapes WHEN they are read more than once THEN their copies take little more memory than the text.
struct EscapeMemoryTests {
    private let count = 2000

    private func array(_ element: String) -> String {
        "[\(Array(repeating: element, count: count).joined(separator: ","))]"
    }

    /// The number of blocks that were full of copies. The first one is as long as the text.
    private func fullBlocks(of reader: JSONReader) -> Int { reader.source.pointee.ownMemory.blocks.count }

    @Test func `a plain Codable message, whose elements are looked through before they are read`() throws {
        let pair = #"{"\u0061":"\n\#(String(repeating: "x", count: 50))","b":"\n"}"#
        try withJSON(#"{"plain":{"items":\#(array(pair))}}"#) { reader in
            let read = try decodeBridged(When.self, from: reader)
            let expected = Pair(a: "\n" + String(repeating: "x", count: 50), b: "\n")
            #expect(read == .plain(items: Array(repeating: expected, count: count)))
            #expect(fullBlocks(of: reader) == 0)
        }
    }

    @Test func `keys that are read three times`() throws {
        let key = String(repeating: "x", count: 100)
        let text = array(#"{"\u0061\#(key)":1}"#)
        try withJSON(text) { reader in
            try reader.forEachElement { element in
                for _ in 0..<3 {
                    var members = try element.members()
                    #expect(members.next()?.key.text == "a" + key)
                }
            }
            // The others are short.
            #expect(fullBlocks(of: reader) < 200)
        }
        try withJSON(text) { reader in
            reader.forEachElement { element in
                for _ in 0..<3 { #expect(element.keys == ["a" + key]) }
            }
            #expect(fullBlocks(of: reader) == 0)
        }
    }

    @Test(arguments: [1, 4094, 4095, 4096, 10_000])
    func `copies in later blocks are as long as they must be`(length: Int) throws {
        let part = String(repeating: "é", count: length)
        let texts = [#"\u0061\#(part)"#, #"\"\\\#(part)\\\""#, #"\ud83d\ude00\#(part)\n"#]
        let expected = ["a" + part, "\"\\" + part + "\\\"", "😀" + part + "\n"]
        let object = "{\(texts.map { "\"\($0)\":0" }.joined(separator: ","))}"
        try withJSON(object) { reader in
            var keys: [JSONKey] = []
            for _ in 0..<3 {
                var members = try reader.members()
                while let (key, _) = members.next() { keys.append(key) }
            }
            // All copies are there until the end.
            #expect(keys.map(\.text) == expected + expected + expected)
        }
    }

    @Test func `a string that does not end is refused, also where it is read again`() {
        #expect(throws: JSONSyntaxError.self) {
            try withJSON(#"{"\u0061":0,"\u0062"#) { reader in
                for _ in 0..<3 {
                    var members = try reader.members()
                    while members.next() != nil {}
                }
            }
        }
    }
}
