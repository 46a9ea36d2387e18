import AditJSON
import TestSupport
import Testing

/// GIVEN an object with a key twice WHEN it is parsed THEN it is refused.
struct DuplicateKeyTests {
    @Test(arguments: [
        (#"{"a":1,"a":2}"#, 7, "a"), (#"{"a":{"b":1,"c":2,"b":3}}"#, 18, "b"), (#"[{"":1,"":1}]"#, 7, ""),
        (#"{"a":1,"\u0061":2}"#, 7, "a"),
    ])
    func `at any depth and however written`(text: String, offset: Int, key: String) throws {
        let error = try #require(syntaxError(of: text))
        #expect(error.kind == .syntax)
        #expect(error.offset == offset)
        #expect(error.text == "found a key a second time, \"\(key)\"; one is expected")
    }

    @Test func `the same key in two objects is fine`() {
        #expect(syntaxError(of: #"{"a":{"a":1},"b":[{"a":1},{"a":1}]}"#) == nil)
    }

    @Test func `keys that differ in case or in their bytes are two keys`() throws {
        try withJSON("{\"a\":1,\"A\":2,\"\u{E9}\":3,\"e\u{301}\":4}") { value in
            #expect(value.count == 4)
            #expect(value["A"]?.integer == 2)
            #expect(value["\u{E9}"]?.integer == 3)
            #expect(value["e\u{301}"]?.integer == 4)
        }
    }
}
