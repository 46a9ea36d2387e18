import AditJSON
import Testing

private struct Item: Codable, Equatable {
    var text: String
    var done: Bool?
    var place: Place?
    struct Place: Codable, Equatable { var x: Int, y: Int }
}

private struct List: Codable, Equatable { var items: [Item], byName: [String: Item]? }
private struct Nothing: Codable, Equatable {}
private struct Café: Codable, Equatable { var café: Int? }

/// GIVEN an object with wrong keys WHEN it is read as a struct THEN it is refused, with the path, the key, and those
/// asked for.
struct KeyRefusalTests {
    @Test(arguments: [
        (#"{"text":"x","dnoe":true}"#, #"unknown key "dnoe"; did you mean "done"? one of text, done, place"#),
        (#"{"text":"x","place":{"x":1,"y":2,"z":3}}"#, #"place: unknown key "z"; one of x, y"#),
        (#"{"text":"x","":1}"#, #"unknown key ""; one of text, done, place"#),
        (#"{"text":"x","Text":"y"}"#, #"unknown key "Text"; did you mean "text"? one of text, done, place"#),
        (#"{"text":"x","b":1,"a":2}"#, #"unknown key "b"; one of text, done, place"#),
        (#"{"text":"x","extra":null}"#, #"unknown key "extra"; one of text, done, place"#),
        (#"{"text":"x","_0":1}"#, #"unknown key "_0"; one of text, done, place"#),
    ])
    func `an unknown key is named, and those that were asked for`(text: String, says: String) {
        #expect(refusal(of: text, as: Item.self) == says)
    }

    @Test(arguments: [
        ("{}", #"missing key "text"; found no key"#), (#"{"txt":"x"}"#, #"missing key "text"; found txt"#),
        (#"{"text":"x","place":{"x":1}}"#, #"place: missing key "y"; found x"#),
    ])
    func `a missing key is named`(text: String, says: String) {
        #expect(refusal(of: text, as: Item.self) == says)
    }

    @Test(arguments: [
        (
            #"{"items":[{"text":"a"},{"text":"b"},{"text":"c"},{"text":4}]}"#,
            "items[3].text: found the number 4; a string is expected"
        ),
        (#"{"items":[{"text":"a"},{}]}"#, #"items[1]: missing key "text"; found no key"#),
        (
            #"{"items":[{"text":"a","place":{"x":1,"y":2,"z":3}}]}"#,
            #"items[0].place: unknown key "z"; one of x, y"#
        ),
        (
            #"{"items":[{"text":"a","place":{"x":1,"y":2.5}}]}"#,
            "items[0].place.y: found the number 2.5; a whole number of 64 bits is expected"
        ),
        (#"{"items":{}}"#, "items: found an object; an array is expected"),
        (#"{"items":[[]]}"#, "items[0]: found an array; an object is expected"),
        (#"{"items":[],"byName":{"a b":{"text":true}}}"#, "byName.a b.text: found true; a string is expected"),
        (#"{"items":[],"byName":[]}"#, "byName: found an array; an object is expected"),
        (#"{"items":[{"text":"a","done":"yes"}]}"#, "items[0].done: found a string; true or false is expected"),
        (#"{"items":[{"text":"a","done":0}]}"#, "items[0].done: found the number 0; true or false is expected"),
    ])
    func `at any depth the path leads there`(text: String, says: String) {
        #expect(refusal(of: text, as: List.self) == says)
    }

    @Test func `the path of an array at the top begins with its index`() {
        #expect(
            refusal(of: #"[[1],[2,"x"]]"#, as: [[Int]].self)
                == "[1][1]: found a string; a whole number of 64 bits is expected")
        #expect(
            refusal(of: #"[{"a":[true]}]"#, as: [[String: [Int]]].self)
                == "[0].a[0]: found true; a whole number of 64 bits is expected")
    }

    @Test func `a failure keeps its path and its reason apart`() throws {
        let failure = #expect(throws: CodingFailure.self) { try read(List.self, #"{"items":[{"text":1}]}"#) }
        #expect(failure == CodingFailure(path: "items[0].text", reason: "found the number 1; a string is expected"))
        #expect(failure?.description == "items[0].text: found the number 1; a string is expected")
        #expect(CodingFailure(path: "", reason: "why").description == "why")
    }

    @Test(arguments: [("", "key"), ("a.b", "key.a.b"), ("[0].a", "key[0].a")])
    func `a failure within a key has the key before its path`(path: String, within: String) {
        #expect(CodingFailure(path: path, reason: "why").within("key") == CodingFailure(path: within, reason: "why"))
    }

    @Test(arguments: [#"{"a":1}"#, "[]", "[1]"])
    func `a struct without properties takes no keys and nothing but an object`(text: String) {
        #expect(throws: CodingFailure.self) { try read(Nothing.self, text) }
        #expect(throws: CodingFailure.self) { try read([String: Nothing].self, #"{"x":\#(text)}"#) }
    }

    @Test(arguments: ["5", #""x""#, "null", "true", #"{"a":{}}"#])
    func `nor does it within another value`(text: String) {
        #expect(throws: CodingFailure.self) { try read([Nothing].self, "[\(text)]") }
    }

    /// To Swift the two are the same string, to JSON they are two keys.
    @Test func `a key that is the same only to Swift is unknown`() throws {
        #expect(try read(Café.self, "{\"caf\u{E9}\":1}") == Café(café: 1))
        #expect(throws: CodingFailure.self) { try read(Café.self, "{\"cafe\u{301}\":1}") }
        #expect(throws: CodingFailure.self) { try read(Café.self, "{\"caf\u{E9}\":1,\"cafe\u{301}\":2}") }
    }
}
