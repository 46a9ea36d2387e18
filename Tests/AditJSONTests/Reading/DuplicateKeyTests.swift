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

    /// The first keys and levels of a value that is skipped are kept without memory of the heap, many keys in a set.
    @Test(arguments: [1, 7, 8, 9, 63, 64, 65, 130], [1, 3, 4, 5, 20])
    func `in objects of any size, in others of any size`(count: Int, levels: Int) throws {
        let members = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
        let nested = String(repeating: "{\(members),\"in\":", count: levels) + "{\(members)}"
        let text = nested + String(repeating: ",\"end\":0}", count: levels)
        #expect(syntaxError(of: text) == nil)
        for key in ["k0", "k\(count - 1)", "in"] {
            // In the innermost object of those that have others within, and in the outermost.
            for ends in Set([0, levels - 1]) {
                let end = String(repeating: ",\"end\":0}", count: ends) + ",\""
                let rest = "\(key)\":1" + String(repeating: "}", count: levels - ends)
                let error = try #require(syntaxError(of: nested + end + rest))
                #expect(error.offset == nested.utf8.count + end.utf8.count - 1)
                #expect(error.text == "found a key a second time, \"\(key)\"; one is expected")
            }
        }
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
