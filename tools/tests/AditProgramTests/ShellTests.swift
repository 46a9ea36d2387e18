import AditLibrary
import Testing

@testable import AditProgram

/// A catalog with a feature `todo`, of which the shell's forms are made.
private let catalog: JSONValue = [
    "$defs": [
        "@toCore": [
            "properties": ["todo": ["$ref": "#/$defs/Todo"], "@stats": ["type": "object", "properties": [:]]]
        ],
        "@toHost": ["properties": ["todo": ["$ref": "#/$defs/Todo"]]],
        "Todo": ["maxProperties": 1, "properties": ["request": ["$ref": "#/$defs/Request"]]],
        "Request": [
            "maxProperties": 1,
            "properties": [
                "add": ["type": "object", "properties": ["item": ["$ref": "#/$defs/Item"]], "required": ["item"]],
                "rename": ["type": "string"],
                "sort": ["$ref": "#/$defs/Order"],
                "clear": ["type": "object", "properties": [:]],
                "find": ["type": "object", "properties": ["url": ["type": "string"]], "required": ["url"]],
                "move": [
                    "type": "object", "properties": ["id": ["type": "string"], "to": ["type": "integer"]],
                    "required": ["id", "to"],
                ],
            ],
        ],
        "Item": [
            "type": "object",
            "properties": [
                "text": ["type": "string"], "done": ["type": "boolean"],
                "tags": ["type": "array", "items": ["type": "string"]],
            ], "required": ["text"],
        ],
        "Order": ["oneOf": [["const": "up"], ["const": "down"]]],
    ]
]

@Suite struct ShellTests {
    private let form = MessageForm(catalog: catalog)

    private func message(_ line: String) throws -> String { try form.message(ShellWords(line).words).description }

    @Test(arguments: [
        (#"todo add text="Buy \"milk\"""#, #"{"todo":{"request":{"add":{"item":{"text":"Buy \"milk\""}}}}}"#),
        ("todo request add item.text=7 done=true", #"{"todo":{"request":{"add":{"item":{"text":"7","done":true}}}}}"#),
        (
            #"todo add text='a b' tags=["x", "y z"]"#,
            #"{"todo":{"request":{"add":{"item":{"text":"a b","tags":["x","y z"]}}}}}"#
        ),
        (#"todo add {"text":"whole"}"#, #"{"todo":{"request":{"add":{"item":{"text":"whole"}}}}}"#),
        ("todo rename new=name", #"{"todo":{"request":{"rename":"new=name"}}}"#),
        ("todo sort down", #"{"todo":{"request":{"sort":"down"}}}"#),
        ("todo clear", #"{"todo":{"request":{"clear":{}}}}"#), ("@stats", #"{"@stats":{}}"#),
        ("todo move id=7 to=7", #"{"todo":{"request":{"move":{"id":"7","to":7}}}}"#),
        (
            #"todo add text="caf\u00e9 \ud83d\ude00 \/ \t" # as JSON has them"#,
            #"{"todo":{"request":{"add":{"item":{"text":"café 😀 / \t"}}}}}"#
        ), ("todo add text=\"a\tb\"", #"{"todo":{"request":{"add":{"item":{"text":"a\tb"}}}}}"#),
        (
            #"todo add {"text":"whole"} done=true"#,
            #"{"todo":{"request":{"add":{"item":{"text":"whole","done":true}}}}}"#
        ),
        ("todo add text=#7 #8", ##"{"todo":{"request":{"add":{"item":{"text":"#7"}}}}}"##),
        ("todo find http://a/?q=1", #"{"todo":{"request":{"find":{"url":"http://a/?q=1"}}}}"#),
    ])
    func shortFormsAreMessages(line: String, json: String) throws {
        #expect(try message(line) == json)
    }

    @Test(arguments: [
        ("tod add", "no case \"tod\"; did you mean todo? One of todo"),
        ("todo", "todo: a case is expected: add, rename, sort, clear, find, move"),
        ("todo ad text=x", "todo: no case \"ad\"; did you mean add? One of add, rename, sort, clear, find, move"),
        ("todo add txt=x", "todo.request.add: no key \"txt\"; did you mean text? One of text, done, tags"),
        ("todo move 7", "todo.request.move: found 7; KEY=VALUE is expected, with id, to"),
        ("todo move id=7 to=x", "todo.request.move.to: found x; integer is expected"),
        ("todo rename a b", "todo.request.rename: found 2 values; one is expected"),
        ("todo add text=a text=b", "todo.request.add.item.text: found 2 values; one is expected"),
        (#"todo add text=a {"text":"b"}"#, "todo.request.add.item: found 2 values; one is expected"),
        ("todo add item=7 item.text=b", "todo.request.add.item.text: found 2 values; one is expected"),
        ("todo find a b", "todo.request.find.url: found 2 values; one is expected"),
        ("todo find ur=a", "todo.request.find: no key \"ur\"; did you mean url? One of url"),
        (
            "todo move id=7 to=12345678901234567890",
            "todo.request.move.to: byte 18: found a large number; one of 64 bits, or with an exponent is expected"
        ),
        (
            #"todo add tags=["a" "b"]"#,
            #"todo.request.add.item.tags: byte 19: found '"'; a comma or the end of the array is expected"#
        ),
        (
            #"todo add text="\x""#,
            #"byte 15: found an unknown escape; one of \" \\ \/ \b \f \n \r \t, or \u with four digits is expected"#
        ), (#"todo add text="\ud83d""#, "byte 15: found half of a surrogate pair; a pair is expected"),
    ])
    func faultsSayWhatIsExpected(line: String, fault: String) throws {
        let error = #expect(throws: Fault.self) { try message(line) }
        #expect(error?.text == fault)
    }

    @Test func openQuotesAreFaults() throws {
        #expect(throws: Fault.self) { try ShellWords("todo add text=\"x") }
        #expect(throws: Fault.self) { try ShellWords("todo add {\"text\": [") }
        #expect(try ShellWords("a \"b", isPart: true).words.map(\.value) == ["a", "b"])
    }

    @Test func wordsThatAreOthersNeedQuotes() {
        for text in ["/a/b", "q=1", "[1, 2]", "a#b"] { #expect(!ShellWords.needsQuotes(text)) }
        for text in ["", "a b", "#a", "\"a\"", "it's", "{"] { #expect(ShellWords.needsQuotes(text)) }
    }

    @Test func timesHaveUnits() throws {
        #expect(
            try ["500", "500ms", "5s", "2m", "1h"].map(ShellSession.milliseconds) == [
                500, 500, 5000, 120_000, 3_600_000,
            ])
        for wrong in ["", "s", "-1s", "1d", "1.5s"] {
            #expect(throws: Fault.self) { try ShellSession.milliseconds(wrong) }
        }
    }

    // MARK: Values

    private func lines(_ json: String, width: Int? = nil) throws -> [String] {
        try ValueText(style: Style(hasColours: false), width: width).lines(of: JSONValue(parsing: json))
    }

    @Test func valuesAreBelowEachOther() throws {
        #expect(
            try lines(#"{"a":1,"long":{"b":null},"c":[1,2]}"#)
                == ["a     1", "long", "  b  null", "c     [1, 2]"])
        #expect(try lines(#""text""#) == [#""text""#])
    }

    @Test func tablesHaveColumns() throws {
        let table = #"{"ids":["b","a"],"entities":{"a":{"id":"a","n":10},"b":{"id":"b","x":true}}}"#
        #expect(try lines(table) == ["id  x     n", "b   true", "a         10"])
        #expect(try lines(#"{"ids":[],"entities":{}}"#) == ["(empty)"])
        // Bug: two spellings of a letter were one column.
        #expect(
            try lines("[{\"\u{E9}\":1,\"e\u{301}\":2},{\"n\":3}]") == [
                "\u{E9}  e\u{301}  n", "1  2", "      3",
            ])
    }

    @Test func cellsAreCutAtTheTerminal() throws {
        let table = #"[{"id":1,"text":"a long text of many words"},{"id":2,"text":"short"}]"#
        #expect(try lines(table, width: 16) == ["id  text", "1   a long text…", "2   short"])
    }

    @Test func wideAndCombinedLettersHaveTheirColumns() throws {
        #expect("日本".columns == 4)
        #expect("e\u{301}😀".columns == 3)
        #expect("日本 milk".cut(to: 4) == "日…")
        #expect("日本".cut(to: 4) == "日本")
        let table = #"[{"text":"日本 é milk and bread","n":1},{"text":"x","n":2}]"#
        #expect(try lines(table, width: 16) == ["text           n", "日本 é milk …  1", "x              2"])
    }

    @Test func controlCharactersAreEscaped() throws {
        let value: JSONValue = ["\u{9B}k": ["a": "\u{1B}[31m\u{7F}", "b": "\u{9B}1m", "c": "\u{202E}x"]]
        #expect(
            ValueText(style: Style(hasColours: false), width: nil).lines(of: value)
                == [
                    #"\u009bk"#, #"  a  "\u001b[31m\u007f""#, #"  b  "\u009b1m""#, #"  c  "\u202ex""#,
                ])
        let rows: JSONValue = [["text": "\u{9B}31m"], ["text": "x"]]
        #expect(
            ValueText(style: Style(hasColours: false), width: nil).lines(of: rows)
                == ["text", #""\u009b31m""#, "x"])
        let text = MessageText(style: Style(hasColours: false), width: nil, form: form)
        let error: JSONValue = ["@error": ["code": "emessage", "message": "no \u{1B}[31m\nin \u{202E}two\tlines"]]
        #expect(text.text(of: error) == "emessage: no \\u001b[31m\nin \\u202etwo\tlines\n")
        #expect("plain, e\u{301}, 日本".escapingControls() == "plain, e\u{301}, 日本")
    }

    // MARK: The prompt

    @Test(arguments: [
        ("", 0), ("1234567", 0), ("12345678", 1), ("日本日本", 1), ("1日本日", 0), ("1日本日本", 1), ("e\u{301}234567", 0),
        ("1\n2", 1), ("\u{1}\u{1}\u{1}\u{1}", 1), ("1\t", 1), ("1\u{9B}", 1), (String(repeating: "x", count: 41), 5),
    ])
    func rowsAreThoseOfTheTerminal(line: String, row: Int) {
        var layout = LineLayout(columns: 8)
        layout.add(line.unicodeScalars)
        #expect(layout.row == row)
    }

    @Test(arguments: [
        (Array("aé日😀".utf8), "aé日😀"), ([0xE9, 0x61, 0x62, 0x63], "abc"), ([0xC3, 0xC3, 0xA9], "é"),
        ([0xA9, 0x61], "a"), ([0xF0, 0x9F, 0x98, 0x0A], "\n"), ([0xED, 0xA0, 0x80, 0x61], "a"), ([0xC3], ""),
        ([0xFF, 0xC0, 0x61], "a"),
    ])
    func bytesThatAreNoLettersAreLeftOut(bytes: [UInt8], text: String) {
        var decoder = LetterDecoder()
        var found = String.UnicodeScalarView()
        for byte in bytes {
            decoder.add(byte)
            while let letter = decoder.next() { found.append(letter) }
        }
        #expect(String(found) == text)
    }

    @Test func messagesHaveTheirCases() throws {
        let text = MessageText(style: Style(hasColours: false), width: nil, form: form)
        let message = try JSONValue(parsing: #"{"todo":{"request":{"add":{"item":{"text":"x"}}}},"@id":1}"#)
        #expect(text.text(of: message) == "todo request add\n  item\n    text  \"x\"\n")
        let error = try JSONValue(parsing: #"{"@error":{"code":"ehandler","message":"no"}}"#)
        #expect(text.text(of: error) == "ehandler: no\n")
    }

    @Test func wordsAreInColumns() {
        #expect(ColumnList.text(of: ["a", "bb", "c"], width: 8) == "a   c\nbb\n")
    }
}
