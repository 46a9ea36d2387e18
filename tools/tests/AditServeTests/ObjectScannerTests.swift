import AditLibrary
import NIOCore
import Testing

@testable import AditServe

private func members(of text: String) -> [(key: String, value: String, cut: Range<Int>)] {
    text.withBytes { bytes in
        var scanner = ObjectScanner(bytes)
        var found: [(String, String, Range<Int>)] = []
        while let member = scanner.next() { found.append((member.key.text, member.value.text, member.cut)) }
        return found
    }
}

/// Values with what a scanner may take for an end, and white space.
private let pieces = [
    "{}", "[]", "1", "-1.5e3", "true", "null", #""""#, #""a\"b""#, #""\\""#, #""{[,:]}""#, #"{"a":[1,{"b":"}"}]}"#,
    #"[[],"]"]"#,
    #""\u0040core""#, "\"é\"",
]
private let spaces = ["", " ", "\t", "\r\n "]

/// GIVEN objects WHEN they are scanned THEN their members are those that a reader of JSON finds.
@Suite struct ObjectScannerTests {
    @Test(arguments: 0..<200)
    func membersAreThoseOfTheReader(seed: UInt64) throws {
        // GIVEN
        var random = SplitMix(state: seed)
        let space = { spaces.randomElement(using: &random) ?? "" }
        let texts = (0..<Int.random(in: 0...6, using: &random)).map { index in
            let (key, value) = ("\"k\(index)\"", pieces.randomElement(using: &random) ?? "")
            return "\(space())\(key)\(space()):\(space())\(value)\(space())"
        }
        let text = "\(space()){\(texts.isEmpty ? space() : texts.joined(separator: ","))}\(space())"
        let object = try #require(try JSONValue(parsing: text).object)
        // WHEN
        let found = members(of: text)
        // THEN
        #expect(found.map(\.key) == object.map(\.key))
        for member in found {
            #expect(try JSONValue(parsing: member.value) == object[member.key])
            // What is left without it is the object without the member.
            var rest = Array(text.utf8)
            rest.removeSubrange(member.cut)
            var expected = object
            expected[member.key] = nil
            #expect(try JSONValue(parsing: String(decoding: rest, as: UTF8.self)) == .object(expected))
        }
    }

    @Test func keysWithEscapesAreKnown() {
        #"{"\u0040id":1}"#.withBytes { bytes in
            var scanner = ObjectScanner(bytes)
            let member = scanner.next()
            #expect(member?.has(key: "@id") == true)
            #expect(member?.has(key: "@core") == false)
        }
    }

    @Test(arguments: [#"{"x":0,"core":1}"#, #"{"x":0,"\u0063ore":1}"#, #"{"\\":0,"c\u006fre":1,"cores":2}"#])
    func aMemberIsFoundInEverySpelling(text: String) {
        #expect(text.withBytes { $0.member("core")?.text } == "1")
        #expect(text.withBytes { $0.member("ore") == nil })
    }

    @Test(arguments: [
        "", "{", "[1]", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1}x"#, #"{"a":"\"}"#, "\u{0}", #"{"a":1,}"#,
        #"{"a":1 "b":2}"#, #"{,"a":1}"#, #"{"a":1,,"b":2}"#,
    ])
    func otherTextsAreNotComplete(text: String) {
        text.withBytes { bytes in
            var scanner = ObjectScanner(bytes)
            while scanner.next() != nil {}
            #expect(!scanner.isComplete)
        }
    }
}

/// GIVEN bytes of a client WHEN they come in pieces THEN lines are taken, whatever the pieces are.
@Suite struct LineBufferTests {
    private func lines(_ pieces: [String], longest: Int = 100, isLast: Bool = true) -> [String?] {
        var (buffer, lines) = (LineBuffer(), [String?]())
        for (index, piece) in pieces.enumerated() {
            buffer.append(ByteBuffer(string: piece))
            buffer.takeLines(longest: longest, isLast: isLast && index == pieces.count - 1) { line in
                lines.append(line?.text)
                return true
            }
        }
        return lines
    }

    @Test func linesEndWithALineFeed() {
        #expect(lines(["a\nb\r\n\nc"]) == ["a", "b", "", "c"])
        #expect(lines(["a\nb\r\n\nc"], isLast: false) == ["a", "b", ""])
        #expect(lines("ab\r\ncd\n".map { String($0) }) == ["ab", "cd"])
    }

    /// Bug: it was refused with a carriage return before its line feed.
    @Test(arguments: [1, 2, 3, 7])
    func theEndOfALineIsNoPartOfIt(size: Int) {
        let text = Array("12345\r\n123456\r\n12345\r\r\n1234\r\n12345\r".utf8)
        let pieces = stride(from: 0, to: text.count, by: size).map { start in
            String(decoding: text[start..<min(start + size, text.count)], as: UTF8.self)
        }
        #expect(lines(pieces, longest: 5) == ["12345", nil, nil, "1234", "12345"])
    }

    @Test(arguments: [1, 2, 3, 7])
    func aLongLineIsSkippedUpToItsEnd(size: Int) {
        let lines = "1234\n" + String(repeating: "x", count: 20) + "\n12345\n123456\n"
        let text = Array(lines.utf8)
        let pieces = stride(from: 0, to: text.count, by: size).map { start in
            String(decoding: text[start..<min(start + size, text.count)], as: UTF8.self)
        }
        #expect(self.lines(pieces, longest: 5) == ["1234", nil, "12345", nil])
    }
}

/// GIVEN names of clients WHEN they are read THEN only those that the server makes are names.
@Suite struct ClientNameTests {
    @Test func aNameIsItsText() throws {
        for name in [ClientName(), ClientName(isMarked: true)] {
            #expect(name.text.withBytes { ClientName($0) } == name)
        }
        #expect(ClientName(isMarked: true).text.hasPrefix("t-"))
    }

    @Test(arguments: [
        "", "c-", "c-" + String(repeating: "0", count: 31), "c-" + String(repeating: "G", count: 32),
        "x-" + String(repeating: "0", count: 32),
        // Bug: letters before "a" were taken for digits.
        "c-" + String(repeating: "W", count: 32), "c-" + String(repeating: "0", count: 31) + "]",
    ])
    func otherTextsAreNoNames(text: String) { #expect(text.withBytes { ClientName($0) } == nil) }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
