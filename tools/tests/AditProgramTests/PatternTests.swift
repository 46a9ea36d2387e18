import AditLibrary
import Testing

@testable import AditProgram

@Suite struct PatternTests {
    private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

    @Test(arguments: [
        ("1", "1.0"), (#"{"a":1}"#, #"{"a":1}"#), (#"{"$any":"number"}"#, "2.5"), (#"{"$any":"value"}"#, "null"),
        (#"{"$has":{"a":1}}"#, #"{"b":2,"a":1}"#), (#"{"$has":[1,3]}"#, "[1,2,3]"), (#"{"$has":"lo"}"#, #""hello""#),
        (#"{"a":{"$absent":true}}"#, "{}"), (#"{"$is":{"$any":7}}"#, #"{"$any":7}"#),
    ])
    func matches(pattern: String, value: String) throws {
        #expect(Pattern(try json(pattern)).matches(try json(value)))
    }

    @Test(arguments: [
        ("1", "1.5", "", "1"), (#"{"a":[1,2]}"#, #"{"a":[1,3]}"#, "/a/1", "2"),
        (#"{"a/b":1}"#, #"{"a/b":2}"#, "/a~1b", "1"), (#"{"$has":[1,3]}"#, "[3,1]", "", "3"),
        (#"{"$is":{"$any":7}}"#, #"{"$any":8}"#, "", #"{"$is":{"$any":7}}"#),
    ])
    func mismatchHasItsPlace(pattern: String, value: String, pointer: String, expected: String) throws {
        let pattern = Pattern(try json(pattern))
        #expect(!pattern.matches(try json(value)))
        let mismatch = Mismatch(pattern, try json(value))
        #expect(mismatch.pointer == pointer)
        #expect(mismatch.expected?.description == expected)
    }

    @Test func anotherOrderIsSaid() throws {
        #expect(Mismatch(Pattern(try json("[1,2,3]")), try json("[3,1,2]")).isOrder)
    }

    @Test func whatPatternsLeaveOpenIsFilled() throws {
        let pattern = Pattern(try json(#"[{"id":{"$any":"string"},"done":true}]"#))
        #expect(
            pattern.filled(with: try json(#"[{"id":"7","done":false}]"#)).description == #"[{"id":"7","done":true}]"#)
    }

    @Test func partnersAreInTheOrderOfBoth() {
        let (one, other) = (Array("abcd"), Array("xbdy"))
        #expect(Alignment.partners(4, 4) { one[$0] == other[$1] } == [nil, 1, nil, 2])
    }

    @Test func differencesHaveTheirSurroundings() {
        let numbers = (1...12).map(String.init)
        var others = numbers
        others[5] = "x"
        let lines = LineDifference(
            expected: numbers.joined(separator: "\n"), found: others.joined(separator: "\n"), indent: ""
        ).lines
        #expect(lines == ["  …", "  3", "  4", "  5", "- 6", "+ x", "  7", "  8", "  9", "  …"])
    }

    @Test(arguments: [("scenaro", "scenario"), ("cat", nil), ("stroe", "store"), ("", nil)])
    func nearestWordIsFound(word: String, found: String?) {
        #expect(Spelling.nearest(to: word, among: ["scenario", "store", "catalog"]) == found)
    }
}
