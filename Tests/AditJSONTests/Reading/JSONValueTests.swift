import AditJSON
import TestSupport
import Testing

/// GIVEN a parsed text WHEN its values are asked THEN each says what it is, and is nothing else.
struct JSONValueTests {
    static let text =
        #"{"o":{"z":1,"a":2,"m":3},"e":{},"l":[1,"x"],"s":"text","i":7,"r":1.5,"t":true,"f":false,"n":null}"#

    @Test(arguments: [
        ("o", JSONReader.Kind.object, "an object"), ("l", .array, "an array"), ("s", .string, "a string"),
        ("i", .integer, "the number 7"), ("r", .real, "the number 1.5"), ("t", .bool, "true"), ("f", .bool, "false"),
        ("n", .null, "null"),
    ])
    func `a value has a kind and describes itself`(key: String, kind: JSONReader.Kind, description: String) throws {
        try withJSON(JSONValueTests.text) { root in
            let value = try #require(root[key])
            #expect(value.kind == kind)
            #expect(value.description == description)
            #expect(value.isNull == (kind == .null))
            #expect(value.isObject == (kind == .object))
            #expect((value.bool != nil) == (kind == .bool))
            #expect((value.string != nil) == (kind == .string))
            #expect((value.utf8 != nil) == (kind == .string))
            #expect((value.number != nil) == (kind == .integer || kind == .real))
            #expect((value.integer != nil) == (kind == .integer))
            #expect(value.count == ["o": 3, "l": 2][key, default: 0])
            #expect(value.keys.isEmpty == (kind != .object))
            #expect((value[0] != nil) == (kind == .array))
        }
    }

    @Test func `values are as they were written`() throws {
        try withJSON(JSONValueTests.text) { root in
            #expect(root["s"]?.string == "text")
            #expect(root["s"]?.utf8.map { Array($0) } == Array("text".utf8))
            #expect(root["i"]?.integer == 7)
            #expect(root["i"]?.number == 7)
            #expect(root["r"]?.number == 1.5)
            #expect(root["t"]?.bool == true)
            #expect(root["f"]?.bool == false)
        }
    }

    @Test func `members come in the order in which they were written`() throws {
        try withJSON(#"{"z":1,"a":2,"":3,"m":4,"10":5,"é":6}"#) { root in
            #expect(root.keys == ["z", "a", "", "m", "10", "é"])
            var members: [String] = []
            root.forEachMember { members.append("\($0)=\($1.integer ?? 0)") }
            #expect(members == ["z=1", "a=2", "=3", "m=4", "10=5", "é=6"])
        }
    }

    @Test func `a visit of the members ends with the error that it throws`() throws {
        struct Enough: Error {}
        try withJSON(#"{"a":1,"b":2,"c":3}"#) { root in
            var seen: [String] = []
            #expect(throws: Enough.self) {
                try root.forEachMember { key, _ throws(Enough) in
                    seen.append(key)
                    if key == "b" { throw Enough() }
                }
            }
            #expect(seen == ["a", "b"])
        }
    }

    @Test(arguments: [-1, 2, Int.min, Int.max])
    func `an index that is not there leads to nothing`(index: Int) throws {
        try withJSON("[1,2]") { #expect($0[index]?.integer == nil) }
    }

    @Test(arguments: ["", "A", "a ", "a\0", "b"])
    func `a key that is not there leads to nothing`(key: String) throws {
        try withJSON(#"{"a":1}"#) { root in
            #expect(root[key]?.integer == nil)
            #expect(root["a"]?[key]?.integer == nil)
        }
        try withJSON("[1]") { #expect($0[key]?.integer == nil) }
    }
}
