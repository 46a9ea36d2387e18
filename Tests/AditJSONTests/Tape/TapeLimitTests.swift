@testable import AditJSON
import Testing

/// GIVEN a tape, which has room for so much WHEN a text has more THEN it is left to jansson, and the next one is read.
struct TapeLimitTests {
    @Test func `levels`() {
        #expect(compareTape(brackets(64).utf8) == .read)
        #expect(compareTape(brackets(65).utf8) == .left)
        #expect(compareTape(brackets(100_000, closed: false).utf8) == .left)
    }

    @Test func `values`() {
        func list(_ count: Int) -> String { "[" + (1..<count).map { "\($0)" }.joined(separator: ",") + "]" }
        #expect(compareTape(list(JSONTape.most).utf8) == .read)
        #expect(compareTape(list(JSONTape.most + 1).utf8) == .left)
    }

    @Test func `members of an object`() {
        func object(_ keys: Int) -> String { "{" + (0..<keys).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}" }
        #expect(compareTape(object(64).utf8) == .read)
        #expect(compareTape(object(65).utf8) == .read)
        #expect(compareTape(object(1000).utf8) == .read)
        let doubled = "{" + (0..<64).map { "\"\($0 % 63)\":0" }.joined(separator: ",") + "}"
        #expect(compareTape(doubled.utf8) == .left)
        let doubledLate = "{" + (0..<1000).map { "\"\($0 % 999)\":0" }.joined(separator: ",") + "}"
        #expect(compareTape(doubledLate.utf8) == .left)
    }

    @Test func `bytes of strings that are copied`() {
        func text(_ count: Int) -> String { "\"\\n" + String(repeating: "a", count: count) + "\"" }
        #expect(compareTape(text(JSONTape.mostBytes - 3).utf8) == .read)
        #expect(compareTape(text(JSONTape.mostBytes).utf8) == .left)
        #expect(compareTape("[\(text(JSONTape.mostBytes / 2)),\(text(JSONTape.mostBytes / 2))]".utf8) == .left)
        #expect(compareTape("\"\(String(repeating: "a", count: 1 << 20))\"".utf8) == .read)
    }

    @Test func `one text after another`() {
        let tape = JSONTape()
        for text in ["[1,2,3]", "{", "[\"\\u0061\"]", "{\"a\\n\":[\"b\\n\"]}", "[", "7"] {
            Array(text.utf8).withUnsafeBytes { bytes in
                let read = tape.parse(bytes, depth: 2048).map { JSON($0) }
                #expect(read == nil || read == JSON(bytes))
            }
        }
    }

    @Test func `texts that are read at once`() throws {
        func read(_ count: Int) throws -> Int {
            try Array("[\(count)]".utf8).withUnsafeBytes { bytes in
                let document = try BorrowedDocument(parsing: bytes, depth: 8)
                let below = count > 0 ? try read(count - 1) : 0
                return document.withRoot { below + Int($0[0]?.integer ?? 0) }
            }
        }
        for _ in 0..<3 { #expect(try read(10) == 55) }
    }

    @Test(arguments: [1, 2, 3, 63, 64])
    func `as deep as is allowed`(depth: Int) {
        func isRead(_ brackets: Int) -> Bool {
            let text = String(repeating: "[", count: brackets) + String(repeating: "]", count: brackets)
            return Array(text.utf8).withUnsafeBytes { JSONTape().parse($0, depth: depth) != nil }
        }
        #expect(isRead(depth) && !isRead(depth + 1))
    }

    @Test func `a node begins as jansson's values do`() {
        #expect(MemoryLayout<TapeNode>.offset(of: \.header) == 0)
        #expect(MemoryLayout<TapeNode>.size == 48)
    }
}
