import AditJSON
import TestSupport
import Testing

struct JSONPointerTests {
    /// The document of RFC 6901, section 5.
    static let document = #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#

    @Test(
        arguments: [
            ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3), ("/g|h", 4), (#"/i\j"#, 5), (#"/k"l"#, 6), ("/ ", 7),
            ("/m~0n", 8),
        ] as [(String, Int64)])
    func `the RFC's own pointers lead to its values`(text: String, integer: Int64) throws {
        let pointer = try #require(JSONPointer(text))
        try withJSON(JSONPointerTests.document) { #expect($0[pointer]?.integer == integer) }
    }

    @Test(arguments: [("/foo/0", "bar"), ("/foo/1", "baz")])
    func `and into its array`(text: String, string: String) throws {
        let pointer = try #require(JSONPointer(text))
        try withJSON(JSONPointerTests.document) { #expect($0[pointer]?.string == string) }
    }

    @Test func `the empty pointer is the whole`() throws {
        let pointer = try #require(JSONPointer(""))
        try withJSON(JSONPointerTests.document) { #expect($0[pointer]?.count == 10) }
    }

    @Test func `and its array is a value as well`() throws {
        let pointer = try #require(JSONPointer("/foo"))
        try withJSON(JSONPointerTests.document) {
            #expect($0[pointer]?.kind == .array)
            #expect($0[pointer]?.count == 2)
        }
    }

    @Test(
        arguments: [
            ("", []), ("/", [""]), ("//", ["", ""]), ("/a/", ["a", ""]), ("/~0", ["~"]), ("/~1", ["/"]),
            ("/~01", ["~1"]),
            ("/~10", ["/0"]), ("/~0~1~0", ["~/~"]), ("/a~1b/c~0d", ["a/b", "c~d"]), ("/é/😀", ["é", "😀"]),
            ("/a b", ["a b"]),
        ] as [(String, [String])])
    func `tokens are unescaped, and escaped again`(text: String, tokens: [String]) throws {
        let pointer = try #require(JSONPointer(text))
        #expect(pointer.tokens == tokens)
        #expect(pointer.description == text)
        #expect(JSONPointer(pointer.description) == pointer)
    }

    @Test(arguments: ["a", "a/b", "#/a", " /a", "/~", "/a~", "/~2", "/~~", "/~/0", "/a/b~x/c", "~0"])
    func `what is no pointer is refused`(text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test(arguments: [
        "/foo/2", "/foo/-1", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/1.0", "/foo/", "/foo/a", "/foo/0/0",
        "/foo/ 0",
        "/foo/9223372036854775807", "/foo/99999999999999999999", "/foo/١", "/nothing", "/foo/0x1", "/a~1b/0", "//0",
    ])
    func `a pointer that leads nowhere leads to nil`(text: String) throws {
        let pointer = try #require(JSONPointer(text))
        try withJSON(JSONPointerTests.document) { #expect($0[pointer]?.kind == nil) }
    }

    @Test func `digits are an index in an array and a key in an object`() throws {
        let pointer = try #require(JSONPointer("/0/00/1"))
        try withJSON(#"[{"00":["a","b"]}]"#) { #expect($0[pointer]?.string == "b") }
    }
}

extension JSONReader {
    fileprivate subscript(pointer: JSONPointer) -> JSONReader? { self[keys: pointer.tokens[...]] }
}
