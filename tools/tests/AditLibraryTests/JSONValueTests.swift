import Adit
import AditLibrary
import Testing

@Suite struct JSONValueTests {
    // GIVEN a text WHEN it is read and written THEN keys have their order, and numbers their digits.
    @Test(arguments: [
        #"{"b":1,"a":[true,null,"é\n"],"c":{}}"#, #"[1.50,1e3,-0.0,0.1,9223372036854775807]"#, #""""#, "7",
    ])
    func textIsKept(text: String) throws {
        #expect(try JSONValue(parsing: text).description == text)
    }

    @Test func spacesAreNotKept() throws {
        #expect(try JSONValue(parsing: " { \"a\" : [ 1 , 2 ] } ").description == #"{"a":[1,2]}"#)
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, 7), ("", 0), ("[1", 2), ("{\"a\":tru}", 5), ("1 2", 2),
    ])
    func faultsHaveTheirPlace(text: String, offset: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(error?.offset == offset)
    }

    @Test func numbersAreIntegersOrDoubles() throws {
        let value = try JSONValue(parsing: "[7, 7.0, 1e30, \"7\"]")
        #expect(value[0]?.integer == 7)
        #expect(value[1]?.integer == nil)
        #expect(value[1]?.double == 7)
        #expect(value[2]?.integer == nil)
        #expect(value[3]?.double == nil)
        #expect(value[4] == nil)
    }

    // Two spellings of é are two texts, and two keys.
    @Test func textsAreComparedByBytes() throws {
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
        let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(value["\u{E9}"] == 1)
        #expect(value["e\u{301}"] == 2)
    }

    @Test func orderOfMembersIsNoDifference() throws {
        #expect(try JSONValue(parsing: #"{"a":1,"b":2}"#) == ["b": 2, "a": 1])
        #expect(try JSONValue(parsing: #"{"a":1}"#) != ["a": 1, "b": 2])
    }

    // Beyond some members there is an index.
    @Test(arguments: [3, 12, 13, 100]) func membersAreSetAndRemoved(count: Int) {
        var value: JSONValue = [:]
        for index in 0..<count { value["k\(index)"] = JSONValue(integerLiteral: index) }
        value["k1"] = nil
        value["k2"] = "new"
        #expect(value.object?.count == count - 1)
        #expect(value["k1"] == nil)
        #expect(value["k2"] == "new")
        #expect(value["k\(count - 1)"] == (count == 3 ? "new" : JSONValue(integerLiteral: count - 1)))
        #expect(value.object?.map(\.key).first == "k0")
    }
}

@Suite struct ErrorCodeTests {
    @Test func codesHaveNames() {
        #expect(ErrorCode(name: "emessage")?.rawValue == -9)
        #expect(ErrorCode(rawValue: -22).name == "edenied")
        #expect(ErrorCode.fenced.name == "efenced")
        #expect(ErrorCode(rawValue: -99).name == nil)
        #expect(ErrorCode(name: "enothing") == nil)
        #expect(CoreError(.locked, "it is open").description == "(elocked): it is open")
    }

    @Test func missingLibrariesSayWhatToDo() {
        let error = #expect(throws: LibraryError.self) { try Library(path: "/nowhere/libnothing.so") }
        #expect(
            error?.text == """
                /nowhere/libnothing.so: there is no such file; it was looked for at /nowhere/libnothing.so. Give the path \
                of an Adit library; scripts/build makes build/lib/libadit_cores.so
                """)
        let other = #expect(throws: LibraryError.self) { try Library(path: "libm.so.6") }
        #expect(other?.text == "libm.so.6: there is no adit_abi_version in it; an Adit library is expected")
    }
}
