import AditJSON
import TestSupport
import Testing

/// GIVEN a limit of depth WHEN a text nests deeper THEN it is refused at the very bracket that is too much.
struct DepthTests {
    @Test func `as deep as the limit is accepted`() {
        #expect(syntaxError(of: brackets(64)) == nil)
        #expect(
            syntaxError(of: String(repeating: #"{"a":"#, count: 63) + "[]" + String(repeating: "}", count: 63)) == nil)
    }

    @Test func `one deeper is refused at its bracket`() throws {
        let error = try #require(syntaxError(of: brackets(65)))
        #expect(error.kind == .depth)
        #expect(error.offset == 64)
        #expect(error.text == "nested deeper than 64 levels")
    }

    @Test(arguments: [
        (#"[[1],{"a":[2]}]"#, 2, 10), (#"{"a":{"b":{}}}"#, 2, 10), ("[[],[],[[]]]", 2, 8), ("[ \n [ [", 2, 6),
        ("[]", 0, 0),
        (#"["[[[[\"[[","\\",[[1]]]"#, 2, 18), (#"[["{{{"],{"{[":{"#, 2, 15),
    ])
    func `brackets in strings do not count, closed ones no more`(text: String, limit: Int, offset: Int) throws {
        let error = try #require(syntaxError(of: text, depth: limit))
        #expect(error.kind == .depth)
        #expect(error.offset == offset)
        #expect(error.text == "nested deeper than \(limit) levels")
    }

    @Test func `many siblings are not deep`() {
        #expect(
            syntaxError(of: "[" + Array(repeating: "[{}]", count: 10_000).joined(separator: ",") + "]", depth: 3) == nil
        )
    }

    @Test(arguments: ["[", #"{"a":"#, "[{\"a\":"])
    func `a bomb of a million brackets is refused without recursing into it`(unit: String) throws {
        let error = try #require(syntaxError(of: String(repeating: unit, count: 1_000_000)))
        #expect(error.kind == .depth)
    }

    @Test func `closing what is not open does not make room`() throws {
        let error = try #require(syntaxError(of: "]]]]" + brackets(68)))
        #expect(error.kind == .syntax)
        #expect(error.offset == 0)
    }

    @Test func `an unfinished string hides no brackets from the parser`() {
        #expect(syntaxError(of: #"["\"# + brackets(100, closed: false))?.kind == .syntax)
        #expect(syntaxError(of: #"["abc\"#)?.kind == .syntax)
    }
}
