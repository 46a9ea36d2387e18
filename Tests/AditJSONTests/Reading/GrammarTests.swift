import AditJSON
import TestSupport
import Testing

/// GIVEN a text that is not strict JSON WHEN it is parsed THEN it is refused, with the byte at which that was noticed.
struct GrammarTests {
    struct Refused: CustomTestStringConvertible {
        let text: String
        let offset: Int
        let says: String
        var testDescription: String { text.debugDescription }

        init(_ text: String, _ offset: Int, _ says: String) {
            (self.text, self.offset, self.says) = (text, offset, says)
        }
    }

    static let unfinished = [
        Refused("", 0, "found the end of the text; a value is expected"),
        Refused(" \n", 2, "found the end of the text; a value is expected"),
        Refused("{", 1, "found the end of the text; a key or the end of the object is expected"),
        Refused("[", 1, "found the end of the text; a value or the end of the array is expected"),
        Refused(#"{"a":"#, 5, "found the end of the text; a value is expected"),
        Refused(#"{"a""#, 4, "found the end of the text; a colon is expected"),
        Refused("[1,2", 4, "found the end of the text; a comma or the end of the array is expected"),
        Refused(#"["a]"#, 4, "found the end of the text in a string; all of it is expected"),
        Refused(#"["\"#, 3, "found the end of the text in a string; all of it is expected"),
        Refused(#"["\u12"#, 6, "found the end of the text in a string; all of it is expected"),
    ]

    static let malformed = [
        Refused("[1,]", 3, "found ']'; a value is expected"),
        Refused("[,1]", 1, "found ','; a value is expected"),
        Refused(#"{"a":1,}"#, 7, "found '}'; a key is expected"),
        Refused(#"{"a"}"#, 4, "found '}'; a colon is expected"),
        Refused(#"{"a":}"#, 5, "found '}'; a value is expected"),
        Refused("{a:1}", 1, "found 'a'; a key or the end of the object is expected"),
        Refused("{1:2}", 1, "found '1'; a key or the end of the object is expected"),
        Refused("['a']", 1, "found '\''; a value is expected"),
        Refused("[1 2]", 3, "found '2'; a comma or the end of the array is expected"),
        Refused(#"{"a":1 "b":2}"#, 7, "found '\"'; a comma or the end of the object is expected"),
        Refused("[tru]", 1, "found 'tru'; a value is expected"),
        Refused("[TRUE]", 1, "found 'TRUE'; a value is expected"),
        Refused("[nulls]", 5, "found 's'; a comma or the end of the array is expected"),
        Refused("// a comment\n[]", 0, "found '/'; a value is expected"),
        Refused(
            #"["a\x"]"#, 3,
            #"found an unknown escape; one of \" \\ \/ \b \f \n \r \t, or \u with four digits is expected"#),
        Refused("[\"a\n\"]", 3, "found the control character 10 in a string; an escape is expected"),
        Refused("[\"a\u{1F}\"]", 3, "found the control character 31 in a string; an escape is expected"),
        Refused("[1.x]", 3, "found 'x'; a digit is expected"),
        Refused("[-]", 2, "found ']'; a digit is expected"),
    ]

    static let trailing = [
        Refused("{}x", 2, "found 'x'; the end of the text is expected"),
        Refused("{} {}", 3, "found '{'; the end of the text is expected"),
        Refused("[1]]", 3, "found ']'; the end of the text is expected"),
        Refused("{},", 2, "found ','; the end of the text is expected"),
    ]

    @Test(arguments: unfinished + malformed + trailing)
    func `what breaks the grammar is refused`(refused: Refused) throws {
        let error = try #require(syntaxError(of: refused.text))
        #expect(error.kind == .syntax)
        #expect(error.offset == refused.offset)
        #expect(error.text == refused.says)
    }

    @Test(arguments: [
        ("5", JSONReader.Kind.integer), ("-1.5 ", .real), (#""text""#, .string), (" true", .bool), ("null", .null),
        ("{}", .object),
    ])
    func `a text is one value of any kind`(text: String, kind: JSONReader.Kind) throws {
        try withJSON(text) { #expect($0.kind == kind) }
        #expect(syntaxError(of: text + " " + text)?.text.hasSuffix("the end of the text is expected") == true)
    }

    @Test(arguments: ["{}", "[]", " \t\r\n{ } \n", #"{"a":[1,{"b":null}],"c":"d"}"#, #"["\/\b\f\n\r\t\\\""]"#])
    func `what is strict JSON is accepted`(text: String) {
        #expect(syntaxError(of: text)?.text == nil)
    }

    @Test func `a byte order mark is refused`() throws {
        let error = try #require(syntaxError(of: "\u{FEFF}{}"))
        #expect(error.kind == .syntax)
        #expect((0...3).contains(error.offset ?? -1))
    }

    @Test func `no bytes at all are refused`() {
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        let error = #expect(throws: JSONSyntaxError.self) { try JSONReader.check(nothing, depth: 64) }
        #expect(error?.offset == 0)
        #expect(error?.text == "found the end of the text; a value is expected")
    }

    @Test func `a valid message cut off after any of its bytes is refused, where it ends`() throws {
        let message = Array(
            #"{"todo":{"request":{"add":{"item":{"text":"Mi\u00e9lk é\n","n":[-1.5e3,true,null]}}}}}"#.utf8)
        #expect(syntaxError(of: message) == nil)
        for count in 0..<message.count {
            let error = try #require(syntaxError(of: message.prefix(count)), "accepted after \(count) bytes")
            let offset = try #require(error.offset)
            #expect((0...count).contains(offset))
        }
    }
}
