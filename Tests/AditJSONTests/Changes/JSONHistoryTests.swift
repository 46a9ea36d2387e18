import TestSupport
import Testing
@testable import AditJSON
@testable import AditState

/// GIVEN a part of a state, and changes of a journal WHEN it is led back THEN it is what it was.
struct JSONHistoryTests {
    /// - Parameters:
    ///   - base: the present JSON of what is asked for; nil: it is not there.
    private func past(
        of path: String, window: ListWindow? = nil, base: String?, _ changes: String...
    ) throws -> String? {
        let pointer = try #require(JSONPointer(path))
        let text = JSONWriter()
        base.map(text.write(json:))
        let history = try JSONHistory(pointer, window: window, base: base == nil ? nil : text.bytes)
        for batch in changes.reversed() {
            try withJSON("[\(batch)]", history.undo)
        }
        let writer = JSONWriter()
        return try history.write(to: writer) == .nothing ? nil : writer.text
    }

    private func base(_ path: String, _ window: ListWindow? = nil) throws -> String {
        JSONHistory.base(of: try #require(JSONPointer(path)), window: window).description
    }

    @Test func `what it takes is the part, or the list in which it is`() throws {
        #expect(
            try base("") == "" && base("/a/b") == "/a/b" && base("/items/entities/ids/x") == "/items/entities/ids/x")
        #expect(try base("/items/ids") == "/items/ids" && base("/items/ids/3") == "/items/ids")
        #expect(try base("/items/ids/3/x") == "/items/ids" && base("/a~1b/ids/0") == "/a~1b/ids")
        let window = ListWindow(from: 0, limit: 1)
        #expect(try base("/items", window) == "/items" && base("/items/ids", window) == "/items/ids")
        #expect(try base("/items/entities", window) == "/items")
    }

    @Test func `what was changed elsewhere is passed over`() throws {
        let change = #"{"op":"replace","path":"/other","old":1,"value":2},{"op":"remove","path":"/b/ids/7","old":"x"}"#
        #expect(try past(of: "/a", base: "{}", change) == "{}")
        #expect(try past(of: "/b", base: nil, #"{"op":"add","path":"/bb","value":2}"#) == nil)
    }

    @Test func `a part comes and goes`() throws {
        #expect(try past(of: "/a", base: "2", #"{"op":"add","path":"/a","value":2}"#) == nil)
        #expect(try past(of: "/a", base: nil, #"{"op":"remove","path":"/a","old":[1]}"#) == "[1]")
        let both = (#"{"op":"remove","path":"/a","old":[1]}"#, #"{"op":"add","path":"/a","value":2}"#)
        #expect(try past(of: "/a", base: "2", both.0, both.1) == "[1]")
        #expect(try past(of: "/a", base: "2", "\(both.0),\(both.1)") == "[1]")
    }

    @Test func `a part of what was replaced as a whole`() throws {
        let change = #"{"op":"replace","path":"/t","old":{"ids":["x"],"entities":{"x":{"n":1}}},"value":{}}"#
        #expect(try past(of: "/t/entities/x/n", base: nil, change) == "1")
        #expect(try past(of: "/t/entities/y", base: "{}", change) == nil)
        #expect(try past(of: "/t/ids/0", base: "[]", change) == #""x""#)
        #expect(
            try past(of: "", base: #"{"t":{},"u":1}"#, change) == #"{"t":{"ids":["x"],"entities":{"x":{"n":1}}},"u":1}"#
        )
    }

    @Test func `positions in the ids of a table`() throws {
        let change = #"""
            {"op":"add","path":"/t/ids/0","value":"n"},{"op":"remove","path":"/t/ids/2","old":"b"},
            {"op":"move","from":"/t/ids/1","path":"/t/ids/2"}
            """#
        // ["a", "b", "c"] became ["n", "a", "b", "c"], ["n", "a", "c"], ["n", "c", "a"].
        let ids = #"["n","c","a"]"#
        #expect(try past(of: "/t/ids", base: ids, change) == #"["a","b","c"]"#)
        #expect(try past(of: "/t/ids/1", base: ids, change) == #""b""#)
        #expect(try past(of: "/t/ids/3", base: ids, change) == nil)
    }

    @Test func `some of a list, or of a table in its order`() throws {
        let table = #"{"ids":["b","c"],"entities":{"c":3,"b":2}}"#
        let change = #"{"op":"remove","path":"/t/entities/a","old":1},{"op":"remove","path":"/t/ids/0","old":"a"}"#
        let window = ListWindow(from: 0, limit: 2)
        #expect(
            try past(of: "/t", window: window, base: table, change) == #"{"ids":["a","b"],"entities":{"a":1,"b":2}}"#)
        #expect(try past(of: "/t/entities", window: window, base: table, change) == #"{"a":1,"b":2}"#)
        #expect(try past(of: "/t/ids", window: window, base: #"["b","c"]"#, change) == #"["a","b"]"#)
        #expect(
            throws: CodingFailure(
                path: "/t", reason: "found an object; a list is expected where from or limit is given")
        ) { try past(of: "/t", window: window, base: "{}") }
    }

    @Test(arguments: [
        (
            #"{"op":"replace","path":"/a","value":2}"#,
            "/a: found a change of the journal that does not tell it; one with old"
        ),
        (#"{"op":"move","path":"/a"}"#, "/a: found a change of the journal that does not tell it; one with from"),
        (#"{"op":"copy","path":"/a"}"#, "found an object; a change with op and path"),
        ("7", "found the number 7; a change with op and path"),
        (#"{"op":"add","path":"/a/x","value":2}"#, "/a/x: found a change of what is not there; the journal"),
        (#"{"op":"remove","path":"/a/x/y","old":2}"#, "/a/x/y: found a change of what is not there; the journal"),
        (#"{"op":"remove","path":"/a/list/9","old":2}"#, "/a/list/9: found a change of what is not there; the journal"),
    ])
    func `a journal of something else is refused`(_ change: String, _ text: String) {
        let failure = #expect(throws: CodingFailure.self) { try past(of: "/a", base: #"{"list":[]}"#, change) }
        #expect(failure?.description.hasPrefix(text) == true, "\(failure?.description ?? "")")
    }
}
