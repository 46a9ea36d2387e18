import AditJSON
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
        Refused("", 0, "unexpected token near end of file"),
        Refused(" \n", 2, "unexpected token near end of file"),
        Refused("{", 1, "string or '}' expected near end of file"),
        Refused("[1,2", 4, "']' expected near end of file"),
        Refused(#"["a]"#, 4, #"premature end of input near '"a]'"#),
        Refused(#"["\"#, 3, #"invalid escape near '"\'"#),
        Refused(#"["\u12"#, 6, #"invalid escape near '"\u12'"#),
    ]

    static let malformed = [
        Refused("[1,]", 4, "unexpected token near ']'"),
        Refused(#"{"a":1,}"#, 8, "string or '}' expected near '}'"),
        Refused(#"{"a"}"#, 5, "':' expected near '}'"),
        Refused(#"{"a":}"#, 6, "unexpected token near '}'"),
        Refused("{a:1}", 2, "string or '}' expected near 'a'"),
        Refused("{1:2}", 2, "string or '}' expected near '1'"),
        Refused("['a']", 2, "invalid token near '''"),
        Refused("[1 2]", 4, "']' expected near '2'"),
        Refused("[tru]", 4, "invalid token near 'tru'"),
        Refused("[TRUE]", 5, "invalid token near 'TRUE'"),
        Refused("// a comment\n[]", 1, "invalid token near '/'"),
        Refused(#"["a\x"]"#, 5, #"invalid escape near '"a\x'"#),
        Refused("[\"a\n\"]", 3, #"unexpected newline near '"a'"#),
        Refused("[\"a\u{1F}\"]", 3, #"control character 0x1f near '"a'"#),
    ]

    static let trailing = [
        Refused("{}x", 3, "end of file expected near 'x'"),
        Refused("{} {}", 4, "end of file expected near '{'"),
        Refused("[1]]", 4, "end of file expected near ']'"),
        Refused("{},", 3, "end of file expected near ','"),
    ]

    @Test(arguments: unfinished + malformed + trailing)
    func `what breaks the grammar is refused`(refused: Refused) throws {
        let error = try #require(syntaxError(of: refused.text))
        #expect(error.kind == .syntax)
        #expect(error.offset == refused.offset)
        #expect(error.text == refused.says)
    }

    @Test(arguments: [
        ("5", JSONValue.Kind.integer), ("-1.5 ", .real), (#""text""#, .string), (" true", .bool), ("null", .null),
        ("{}", .object),
    ])
    func `a text is one value of any kind`(text: String, kind: JSONValue.Kind) throws {
        try withJSON(text) { #expect($0.kind == kind) }
        #expect(syntaxError(of: text + " " + text)?.text.hasPrefix("end of file expected") == true)
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
        let error = #expect(throws: JSONSyntaxError.self) { _ = try JSONDocument(parsing: nothing, depth: 64) }
        #expect(error?.offset == 0)
        #expect(error?.text == "no text")
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
