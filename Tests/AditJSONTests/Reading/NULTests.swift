import AditJSON
import TestSupport
import Testing

/// GIVEN the character NUL WHEN a text with it is parsed THEN it is accepted as an escape in a value, and nowhere else.
struct NULTests {
    @Test func `an escaped NUL in a value is kept`() throws {
        try withJSON(#"["a\u0000b","\u0000"]"#) { value in
            #expect(value[0]?.string == "a\0b")
            #expect(value[0]?.utf8.map(Array.init) == [0x61, 0, 0x62])
            #expect(value[1]?.string == "\0")
        }
    }

    @Test func `an escaped NUL in a key is refused`() throws {
        let error = try #require(syntaxError(of: #"{"a\u0000b":1}"#))
        #expect(error.text == "found a key with a NUL; one without is expected")
    }

    @Test func `a raw NUL in a string is refused`() throws {
        let error = try #require(syntaxError(of: "[\"a\0b\"]"))
        #expect(error.offset == 3)
        #expect(error.text == "found the control character 0 in a string; an escape is expected")
    }

    /// jansson takes a NUL byte after a number or a word for nothing at all.
    @Test(arguments: [
        "\0", "\0{}", "{}\0", "{\0}", "[\0]", "[1\0]", "[1\0,2]", "[1,\0 2]", "[-1.5e3\0]", "[true\0]", "[null\0,1]",
        "[\"a\"\0]",
        "{\"a\"\0:1}", "{\"a\":1\0}", "{\"a\":1\0,\"b\":2}", "[1\0\0]", "[tr\0ue]", "[1\02]",
    ])
    func `a raw NUL outside of strings is refused`(text: String) throws {
        let error = try #require(syntaxError(of: text))
        #expect(error.kind == .syntax)
    }
}
